import { formatCsv } from '#contract/csv.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'

/** A column: raw value for the CSV, formatted value for the table. */
export interface Column<R> {
  label: string
  value: (row: R) => string | number | null
  shown?: (row: R) => string
}

/** Columns bound to rows, independent of the row type. */
export interface Data {
  caption: string
  labels: readonly string[]
  rows: readonly { key: string; raw: readonly (string | number | null)[]; shown: readonly string[] }[]
}

export const readTableData = <R,>(caption: string, columns: readonly Column<R>[], rows: readonly R[]): Data => ({
  caption,
  labels: columns.map(({ label }) => label),
  rows: rows.map((row, i) => ({
    key: String(i),
    raw: columns.map(({ value }) => value(row)),
    shown: columns.map(({ value, shown }) => (shown ? shown(row) : String(value(row) ?? ''))),
  })),
})

/** Returns the raw values as CSV with a header row. */
export const formatTableCsv = ({ labels, rows }: Data): string =>
  formatCsv([labels, ...rows.map(({ raw }) => raw.map((value) => String(value ?? '')))])

export function FigureTable({ caption, labels, rows }: Data) {
  const numeric = labels.map((_, i) => rows.length > 0 && rows.every(({ raw }) => typeof raw[i] !== 'string'))
  return (
    <div role="group" className={tableStyles.tableScroll} aria-label={caption} tabIndex={0}>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {labels.map((label, i) => (
              <th key={label} scope="col" className={numeric[i] ? tableStyles.amount : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, raw, shown }) => (
            <tr key={key}>
              {shown.map((text, i) => (
                <td
                  key={labels[i]}
                  className={joinClasses(numeric[i] && tableStyles.amount, raw[i] === 0 && tableStyles.zero)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
