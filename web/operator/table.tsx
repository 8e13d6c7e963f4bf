import { Search } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { Form, Link, useLocation, useNavigate, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import type { useRows } from '#web/platform/use-rows.ts'
import { ListTools, ShownFile } from '#web/operator/lists/list-tools.tsx'
import { operatorMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './table.module.css'
import consoleStyles from './console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(operatorMessages)

/** A table filter; its first option means all. */
export type Filter = { name: string; label: string; options: readonly (readonly [value: string, label: string])[] }

/** Search text and filters in the address, so that Back and links restore the rows. */
export function TableSearch({
  label,
  filters = [],
  extra,
}: {
  label: string
  filters?: readonly Filter[]
  extra?: ReactNode
}) {
  const [asked] = useSearchParams()
  const submit = useSubmit()
  return (
    <Form className={styles.search} role="search" key={asked.toString()}>
      <TextField
        label={label}
        name="text"
        type="search"
        defaultValue={asked.get('text') ?? ''}
        prefix={<Search className="icon" aria-hidden="true" />}
        maxLength={100}
      />
      {filters.map((filter) => (
        <SelectField
          key={filter.name}
          label={filter.label}
          name={filter.name}
          defaultValue={asked.get(filter.name) ?? ''}
          onChange={(event) => submit(event.currentTarget.form)}>
          <option value="">{t('operator.filter.all')}</option>
          {filter.options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      ))}
      {extra}
      <Button type="submit" kind="secondary">
        {t('operator.search.submit')}
      </Button>
    </Form>
  )
}

interface DayRangeProps {
  labels: { from: string; to: string; submit: string }
  query: { from?: string; to?: string }
  kept: readonly string[]
}

export function DayRange({ labels, query, kept }: DayRangeProps) {
  const [asked] = useSearchParams()
  return (
    <Form className={styles.search} key={asked.toString()}>
      {kept.map(
        (name) => asked.has(name) && <input key={name} type="hidden" name={name} value={asked.get(name) ?? ''} />,
      )}
      <TextField label={labels.from} type="date" name="from" defaultValue={query.from ?? ''} />
      <TextField label={labels.to} type="date" name="to" defaultValue={query.to ?? ''} />
      <Button type="submit" kind="secondary">
        {labels.submit}
      </Button>
    </Form>
  )
}

/** Returns the table's query parameters in the address, without empty ones. */
export function buildTableQuery(request: Request, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    names.map((name) => [name, searchParams.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  )
}

interface ListTableProps<R> {
  list: Pick<ReturnType<typeof useRows<R>>, 'rows' | 'nextCursor' | 'loading' | 'error' | 'more'>
  caption: string
  columns: readonly ReactNode[]
  empty: string
  /** Link that clears the filters; undefined hides it. */
  clear?: string
  /** Console name of the list, for saved filters and CSV. */
  name?: string
  above?: ReactNode
  row: (of: R) => ReactNode
  /** Returns a row's group heading; rows of a group are consecutive. */
  group?: (of: R) => string
}

/** A console list with pagination, and a link to clear filters if empty. */
export function ListTable<R>({ list, caption, columns, empty, clear, name, above, row, group }: ListTableProps<R>) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { rows, nextCursor, loading, error, more } = list
  const table = (
    <Table
      caption={caption}
      columns={columns}
      count={rows.length}
      loading={loading}
      error={error}
      more={nextCursor ? more : null}
      empty={
        <Empty
          title={empty}
          action={
            clear &&
            query.size > 0 && (
              <Button kind="secondary" onClick={() => navigate(pathname)}>
                {clear}
              </Button>
            )
          }
        />
      }>
      {group
        ? inGroups(rows, group).map(([heading, own]) => (
            <Fragment key={heading}>
              <tr className={styles.heading}>
                <th scope="colgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
              {own.map(row)}
            </Fragment>
          ))
        : rows.map(row)}
    </Table>
  )
  return name ? (
    <>
      <ListTools list={name} />
      {above}
      {table}
    </>
  ) : (
    table
  )
}

function inGroups<R>(rows: readonly R[], group: (of: R) => string): [string, R[]][] {
  const groups: [string, R[]][] = []
  for (const one of rows) {
    const heading = group(one)
    const last = groups.at(-1)
    if (last?.[0] === heading) last[1].push(one)
    else groups.push([heading, [one]])
  }
  return groups
}

/** Shows that a list is limited to one person or artist, with links to them and to all rows. */
export function WhoseOnly({ all }: { all: string }) {
  const [asked] = useSearchParams()
  const [account, provider] = [asked.get('accountId'), asked.get('providerId')]
  if (!account && !provider) return null
  return (
    <Note kind="info">
      {t(provider ? 'operator.whose.provider' : 'operator.whose.person')}{' '}
      <Link
        className="link tap-target"
        to={provider ? `/operator/providers/${provider}` : `/operator/people/${account}`}>
        {t('operator.whose.open')}
      </Link>{' '}
      <Link className="link tap-target" to={all}>
        {t('operator.whose.all')}
      </Link>
    </Note>
  )
}

interface TableProps {
  caption: string
  columns: readonly ReactNode[]
  count: number
  empty: ReactNode
  loading?: boolean
  error?: string | null
  /** Loads more rows; null without more. */
  more?: (() => void) | null
  /** File name of the CSV, if all rows are loaded. */
  file?: string
  children: ReactNode
}

export function Table({ caption, columns, count, empty, loading = false, error, more, file, children }: TableProps) {
  const whole = useRef<HTMLDivElement>(null)
  const moving = useNavigation().state === 'loading'
  if (count === 0) return <div className={moving ? styles.faded : undefined}>{empty}</div>
  return (
    <div ref={whole} className={moving ? joinClasses('stack', styles.faded) : 'stack'} aria-busy={moving || undefined}>
      <div className={joinClasses('card', consoleStyles.tableCard)}>
        <div role="group" className={tableStyles.tableScroll} aria-label={caption} tabIndex={0}>
          <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone)}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column, i) => (
                  <th key={i} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      </div>
      {error && <Note kind="error">{error}</Note>}
      <div className="row space-between wrapping">
        <p className="small muted" role="status">
          {t('operator.table.count', { n: count })}
        </p>
        {more && (
          <Button kind="secondary" loading={loading} onClick={more}>
            {t('operator.table.more')}
          </Button>
        )}
        {file && <ShownFile name={file} within={whole} />}
      </div>
    </div>
  )
}
