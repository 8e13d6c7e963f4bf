import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { operatorWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './table.module.css'
import consoleStyles from './console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = reader(operatorWords)

/** A choice that narrows a table; the first of its options stands for all. */
export type Filter = { name: string; label: string; options: readonly (readonly [value: string, label: string])[] }

/** Words to find and filters, kept in the address so that Back and a sent link show the same rows. */
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
          <option value="">{t('op.filter.all')}</option>
          {filter.options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      ))}
      {extra}
      <Button type="submit" kind="secondary">
        {t('op.search.submit')}
      </Button>
    </Form>
  )
}

/** What stands in the address of a table, with empty fields left out. */
export function tableQuery(request: Request, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    names.map((name) => [name, searchParams.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  )
}

interface TableProps {
  caption: string
  columns: readonly ReactNode[]
  count: number
  empty: ReactNode
  loading: boolean
  error: string | null
  /** Given where there are more rows. */
  more: (() => void) | null
  children: ReactNode
}

/** A table that scrolls in its own box, says how many rows it shows, and loads more on request. */
export function Table({ caption, columns, count, empty, loading, error, more, children }: TableProps) {
  const moving = useNavigation().state === 'loading'
  if (count === 0) return <div className={moving ? styles.faded : undefined}>{empty}</div>
  return (
    <div className={moving ? classes('stack', styles.faded) : 'stack'} aria-busy={moving || undefined}>
      <div className={classes('card', consoleStyles.tableCard)}>
        <div role="group" className={tableStyles.tableScroll} aria-label={caption} tabIndex={0}>
          <table className={classes(tableStyles.table, consoleStyles.table)}>
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
          {t('op.table.count', { n: count })}
        </p>
        {more && (
          <Button kind="secondary" loading={loading} onClick={more}>
            {t('op.table.more')}
          </Button>
        )}
      </div>
    </div>
  )
}
