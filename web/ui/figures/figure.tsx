import type { ReactNode } from 'react'
import { formatMonth, markets } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { type Catalogue, createTranslator } from '#contract/words.ts'
import { downloadFile } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type Data, DataTable, formatTableCsv } from './data-table.tsx'

/** Texts that stand beside every figure. */
const figureMessages = {
  'figure.csv': 'CSV',
  'figure.csv.of': 'CSV: {name}',
  'figure.table': 'The figures as a table',
  'figure.means': 'What it means',
} as const satisfies Catalogue

const t = createTranslator(figureMessages)

interface FigureProps {
  title: string
  /** The name of its file. */
  file: string
  means: string
  /** What goes into the file. */
  data: Data
  /** What is beside the chart as tables; the data themselves where nothing is named. */
  tables?: readonly Data[]
  /** Said instead of a chart where there is nothing. */
  empty?: ReactNode
  beside?: ReactNode
  children: ReactNode
}

/** A figure: its chart, the same as tables, as a file, and what it means. */
export function Figure({ title, file, means, data, tables = [data], empty, beside, children }: FigureProps) {
  return (
    <TitledCard
      title={title}
      beside={
        <div className="row gap-8 wrapping">
          {beside}
          {data.rows.length > 0 && (
            <Button
              kind="secondary"
              size="small"
              aria-label={t('figure.csv.of', { name: title })}
              onClick={() => downloadFile(`primp-${file}.csv`, formatTableCsv(data))}>
              {t('figure.csv')}
            </Button>
          )}
        </div>
      }>
      {empty || (
        <>
          {children}
          <details>
            <summary className="small tap-target">{t('figure.table')}</summary>
            <div className="stack">
              {tables.map((table) => (
                <div key={table.caption} className="stack gap-8">
                  {tables.length > 1 && <h3 className="title">{table.caption}</h3>}
                  <DataTable {...table} />
                </div>
              ))}
            </div>
          </details>
        </>
      )}
      <details>
        <summary className="small tap-target">{t('figure.means')}</summary>
        <p className="small muted">{means}</p>
      </details>
    </TitledCard>
  )
}

/** A week's Monday for a small space: 16 Nov. */
export const formatWeek = (monday: string): string => `${Number(monday.slice(8))} ${formatShortMonth(monday)}`

/** The month of a date, or of one written YYYY-MM, as people say it: November 2026. */
export const formatMonthName = (key: string): string => formatMonth(Number(key.slice(0, 4)), Number(key.slice(5, 7)))

/** Its first three letters, for a small space. */
export const formatShortMonth = (key: string): string => formatMonthName(key).slice(0, 3)

export const getMarketName = (code: CountryCode): string => markets[code].name

/** What a list of rows adds up to, name by name, for each of some keys in their order; keys without rows are zeros. */
export function sumByKey<R, K, N extends keyof R>(
  rows: readonly R[],
  keys: readonly K[],
  keyOf: (row: R) => K,
  names: readonly N[],
): (Record<N, number> & { key: K })[] {
  const groups = Map.groupBy(rows, keyOf)
  return keys.map((key) => {
    const own = groups.get(key) ?? []
    const sums = Object.fromEntries(
      names.map((name) => [name, own.reduce((sum, row) => sum + Number(row[name]), 0)]),
    ) as Record<N, number>
    return { ...sums, key }
  })
}
