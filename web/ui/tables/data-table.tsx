import { ArrowDown, ArrowUp, ChevronRight, Columns3 } from 'lucide-react'
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useState,
} from 'react'
import { Link, useSearchParams } from 'react-router'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { localStore } from '#web/platform/storage.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './data-table.module.css'

const tableMessages = defineMessages({
  'table.columns': 'Columns',
  'table.more': 'Show more',
  'table.retry': 'Try again',
  'table.count': '{n, plural, one {1 row shown} other {{n} rows shown}}',
  'table.keys': '↑ ↓ move between rows, Enter opens one.',
  'table.loading': 'Loading',
  'table.offline': 'You are offline. These rows may be out of date.',
  'table.select': 'Select',
  'table.select.one': 'Select {name}',
  'table.select.all': 'Select all shown',
  'table.select.none': 'Clear selection',
  'table.selected': '{n} selected',
})

const t = createTranslator(tableMessages)

/** A column of a table. The first column names the row and cannot be hidden. */
export interface DataColumn<Row> {
  /** Unique in the table; under this name a hidden column is remembered. */
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. Numbers and dates sort descending first. `act` has buttons, and no visible heading. */
  kind?: 'text' | 'number' | 'date' | 'act'
  /** Sort key of the endpoint. */
  sort?: string
  /** Share of the free width, relative to those of other columns: longer text is cut. Default: as wide as its content. */
  width?: number
  /** Shown at the end of the first line on phones, such as an amount. */
  isLead?: boolean
  /** Left out of the cards on phones, which have two lines. */
  isWideOnly?: boolean
  /** Phones show the label before the value. */
  isLabelled?: boolean
  /** Long text that has to be read whole: it wraps, and its row grows. */
  wraps?: boolean
  /** Hidden until it is chosen. */
  isOptional?: boolean
}

/** Selected rows by key, their names for screen readers, and what can be done with them. */
interface Selection<Row> {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  name: (row: Row) => string
  acts: ReactNode
}

interface DataTableProps<Row> {
  /** Name of the table in the storage of chosen columns. */
  name: string
  caption: string
  columns: readonly DataColumn<Row>[]
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Path of a row; or `onOpen`, or `detail` for a row that opens below itself. */
  to?: (row: Row) => string | null
  onOpen?: (row: Row) => void
  detail?: (row: Row) => ReactNode
  /** Key of the row that is open beside the table. */
  chosen?: string | null
  /** Heading over the rows with the same value, which follow each other. */
  group?: (row: Row) => string
  /** Order of the list without a `sort` parameter: a key, with a minus for descending. */
  usualSort?: string
  filters?: ReactNode
  tools?: ReactNode
  selection?: Selection<Row>
  empty: ReactNode
  error?: string | null
  /** True while the rows are replaced, such as after a change of a filter. */
  isReloading?: boolean
  isLoadingMore?: boolean
  /** Loads more rows; null on the last page. */
  onMore?: (() => void) | null
  ref?: RefObject<HTMLDivElement | null>
}

/**
 * A dense list: rows of 40 px, sorted by the server, with columns that can be hidden. In less than 600 px each row is a
 * card of two lines. Arrow keys move between rows that can be opened.
 */
export function DataTable<Row>({
  name,
  caption,
  columns,
  rows,
  rowKey,
  to,
  onOpen,
  detail,
  chosen,
  group,
  usualSort,
  filters,
  tools,
  selection,
  empty,
  error,
  isReloading = false,
  isLoadingMore = false,
  onMore,
  ref,
}: DataTableProps<Row>) {
  const id = useId()
  const [hidden, setHidden] = useHiddenColumns(name, columns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOnline = useOnline()
  const isEmpty = rows?.length === 0
  const shown = columns.filter((column, i) => i === 0 || !hidden.has(column.id))
  const columnCount = shown.length + (selection ? 1 : 0)
  const shares = shown.reduce((sum, { width = 0 }) => sum + width, 0)
  const toggle = (key: string) => setOpened((now) => now.symmetricDifference(new Set([key])))
  const open = (row: Row, children: ReactNode) => {
    const key = rowKey(row)
    const path = to?.(row)
    if (path)
      return (
        <Link to={path} className={styles.open} data-open aria-current={chosen === key ? 'true' : undefined}>
          {children}
        </Link>
      )
    if (!onOpen && !detail) return children
    return (
      <button
        type="button"
        className={styles.open}
        data-open
        aria-current={chosen === key ? 'true' : undefined}
        aria-expanded={detail ? opened.has(key) : undefined}
        aria-controls={detail && opened.has(key) ? `${id}-${key}` : undefined}
        onClick={() => (detail ? toggle(key) : onOpen?.(row))}>
        {detail && <ChevronRight className={styles.turns} aria-hidden="true" />}
        {children}
      </button>
    )
  }
  return (
    <div ref={ref} className={styles.around} aria-busy={isReloading || !rows || undefined}>
      {selection && selection.keys.size > 0 ? (
        <SelectionBar selection={selection} keys={rows?.map(rowKey) ?? []} />
      ) : (
        (filters || tools || !isEmpty) && (
          <div className={styles.toolbar}>
            {filters}
            <div className={styles.tools}>
              {tools}
              {!isEmpty && <ColumnMenu columns={columns.slice(1)} hidden={hidden} onChange={setHidden} />}
            </div>
          </div>
        )
      )}
      {!isOnline && <Note kind="warning">{t('table.offline')}</Note>}
      {isEmpty ? (
        <div className={joinClasses(isReloading && styles.faded)}>{empty}</div>
      ) : (
        <div className={joinClasses(styles.frame, isReloading && styles.faded)}>
          <table className={styles.table}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {selection && (
                  <th scope="col" className={styles.tick}>
                    {rows ? (
                      <Tick
                        label={t('table.select.all')}
                        checked={false}
                        onChange={() => selection.onChange(new Set(rows.map(rowKey)))}
                      />
                    ) : (
                      <span className="visually-hidden">{t('table.select')}</span>
                    )}
                  </th>
                )}
                {shown.map((column) => (
                  <Heading key={column.id} column={column} shares={shares} usualSort={usualSort} />
                ))}
              </tr>
            </thead>
            <tbody onKeyDown={moveBetweenRows}>
              {rows ? (
                rows.map((row, at) => {
                  const key = rowKey(row)
                  const heading = group?.(row)
                  const before = rows[at - 1]
                  return (
                    <Fragment key={key}>
                      {heading && (!before || group?.(before) !== heading) && (
                        <tr className={styles.group}>
                          <th scope="rowgroup" colSpan={columnCount}>
                            {heading}
                          </th>
                        </tr>
                      )}
                      <tr data-chosen={chosen === key || selection?.keys.has(key) || undefined}>
                        {selection && (
                          <td className={styles.tick}>
                            <Tick
                              label={t('table.select.one', { name: selection.name(row) })}
                              checked={selection.keys.has(key)}
                              onChange={() => selection.onChange(selection.keys.symmetricDifference(new Set([key])))}
                            />
                          </td>
                        )}
                        {shown.map((column, i) =>
                          i === 0 ? (
                            <th key={column.id} scope="row" {...cellOf(column, shares, true)}>
                              {open(row, column.cell(row))}
                            </th>
                          ) : (
                            <td key={column.id} {...cellOf(column, shares)}>
                              {column.cell(row)}
                            </td>
                          ),
                        )}
                      </tr>
                      {detail && opened.has(key) && (
                        <tr id={`${id}-${key}`} className={styles.detail}>
                          <td colSpan={columnCount}>{detail(row)}</td>
                        </tr>
                      )}
                    </Fragment>
                  )
                })
              ) : (
                <Waiting columns={columnCount} />
              )}
            </tbody>
          </table>
        </div>
      )}
      {error && (
        <Note kind="error">
          {error}{' '}
          {onMore && (
            <button type="button" className="link tap-target" onClick={onMore}>
              {t('table.retry')}
            </button>
          )}
        </Note>
      )}
      {rows && rows.length > 0 && (
        <div className={styles.foot}>
          <p className="small muted" role="status">
            {t('table.count', { n: rows.length })}
          </p>
          {(to || onOpen || detail) && (
            <p className={joinClasses('micro hint', styles.keys)} aria-hidden="true">
              {t('table.keys')}
            </p>
          )}
          {onMore && (
            <Button kind="secondary" size="small" loading={isLoadingMore} onClick={onMore}>
              {t('table.more')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface HeadingProps<Row> {
  column: DataColumn<Row>
  shares: number
  usualSort: string | undefined
}

function Heading<Row>({ column, shares, usualSort }: HeadingProps<Row>) {
  const [asked] = useSearchParams()
  const { label, kind, sort, width } = column
  const className = joinClasses(kind === 'number' && styles.number, width !== undefined && styles.cut)
  const style = styleOf(column, shares)
  if (kind === 'act')
    return (
      <th scope="col" className={styles.act}>
        <span className="visually-hidden">{label}</span>
      </th>
    )
  if (!sort)
    return (
      <th scope="col" className={className} style={style}>
        {label}
      </th>
    )
  const current = asked.get('sort') ?? usualSort
  const isDescending = current === `-${sort}`
  const isSorted = isDescending || current === sort
  const isDescendingFirst = kind === 'number' || kind === 'date'
  const next = new URLSearchParams(asked)
  next.set('sort', (isSorted ? !isDescending : isDescendingFirst) ? `-${sort}` : sort)
  const Arrow = (isSorted ? isDescending : isDescendingFirst) ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <Link to={`?${next}`} className={styles.sort} replace preventScrollReset>
        {label}
        <Arrow className={joinClasses('icon', !isSorted && styles.unsorted)} aria-hidden="true" />
      </Link>
    </th>
  )
}

/** Percentage that columns with a share get together: with 100, browsers give the others their minimum or too much. */
const SHARED_PERCENT = 85

const styleOf = ({ width }: { width?: number }, shares: number) =>
  width === undefined
    ? undefined
    : ({ '--column': `${((width / shares) * SHARED_PERCENT).toFixed(1)}%` } as CSSProperties)

const kindStyles = { text: '', number: styles.number, date: styles.date, act: styles.act }

const cellOf = <Row,>(column: DataColumn<Row>, shares: number, isFirst = false) => ({
  className: joinClasses(
    isFirst ? styles.title : column.isLead ? styles.lead : column.kind !== 'act' && styles.rest,
    column.kind && kindStyles[column.kind],
    column.isWideOnly && styles.wideOnly,
    column.wraps ? styles.wraps : column.width !== undefined && styles.cut,
  ),
  style: styleOf(column, shares),
  'data-label': column.isLabelled ? column.label : undefined,
})

const WAITING_ROWS = 8

const Waiting = ({ columns }: { columns: number }) =>
  Array.from({ length: WAITING_ROWS }, (_, i) => (
    <tr key={i}>
      <td colSpan={columns}>
        {i === 0 && <span className="visually-hidden">{t('table.loading')}</span>}
        <Skeleton height={16} width={`${90 - (i % 3) * 20}%`} />
      </td>
    </tr>
  ))

interface TickProps {
  label: string
  checked: boolean
  onChange: () => void
}

const Tick = ({ label, checked, onChange }: TickProps) => (
  <Checkbox className={styles.box} checked={checked} onChange={onChange}>
    <span className="visually-hidden">{label}</span>
  </Checkbox>
)

function SelectionBar<Row>({
  selection: { keys, onChange, acts },
  keys: all,
}: {
  selection: Selection<Row>
  keys: readonly string[]
}) {
  return (
    <div className={joinClasses(styles.toolbar, styles.selected)} role="group" aria-label={t('table.select')}>
      <p className="small bold" role="status">
        {t('table.selected', { n: keys.size })}
      </p>
      {acts}
      <div className={styles.tools}>
        {keys.size < all.length && (
          <Button kind="quiet" size="small" onClick={() => onChange(new Set(all))}>
            {t('table.select.all')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => onChange(new Set())}>
          {t('table.select.none')}
        </Button>
      </div>
    </div>
  )
}

interface ColumnMenuProps<Row> {
  columns: readonly DataColumn<Row>[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

function ColumnMenu<Row>({ columns, hidden, onChange }: ColumnMenuProps<Row>) {
  const id = useId()
  const named = columns.filter(({ kind }) => kind !== 'act')
  if (named.length < 2) return null
  return (
    <>
      <IconButton label={t('table.columns')} popoverTarget={id} aria-haspopup="dialog" className={styles.columns}>
        <Columns3 className="icon" aria-hidden="true" />
      </IconButton>
      <div id={id} popover="auto" role="dialog" aria-label={t('table.columns')} className={styles.menu}>
        {named.map(({ id: column, label }) => (
          <Checkbox
            key={column}
            checked={!hidden.has(column)}
            onChange={() => onChange(hidden.symmetricDifference(new Set([column])))}>
            {label}
          </Checkbox>
        ))}
      </div>
    </>
  )
}

/** Returns the ids of hidden columns, remembered in this browser under the table's name. */
function useHiddenColumns<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const key = `primp.columns ${name}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const saved = localStore.getItem(key)
    if (saved !== null) return new Set(saved.split(' ').filter(Boolean))
    return new Set(columns.filter(({ isOptional }) => isOptional).map(({ id }) => id))
  })
  const save = (next: ReadonlySet<string>) => {
    setHidden(next)
    localStore.setItem(key, [...next].join(' '))
  }
  return [hidden, save] as const
}

/** Moves the focus between the rows' links or buttons, so that Enter opens the focused row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const target = event.target as HTMLElement
  if (!target.matches('[data-open], input[type=checkbox]')) return
  const opens = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-open]')]
  const at = opens.findIndex((one) => one.closest('tr') === target.closest('tr'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: opens.length - 1 }[event.key]
  const next = to === undefined ? undefined : opens[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}
