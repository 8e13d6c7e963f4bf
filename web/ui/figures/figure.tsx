import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMonth, markets } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { downloadFile } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { Toggletip } from '#web/ui/overlays/toggletip.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type Data, FigureTable, formatTableCsv } from './figure-table.tsx'

const figureMessages = defineMessages({
  'figure.csv': 'CSV',
  'figure.csv.of': 'CSV: {name}',
  'figure.table': 'Show as a table',
  'figure.means': 'How we calculate this',
  'figure.means.of': 'How we calculate this: {name}',
})

const t = createTranslator(figureMessages)

interface FigureProps {
  title: string
  file: string
  means: string
  data: Data
  tables?: readonly Data[]
  empty?: ReactNode
  beside?: ReactNode
  children: ReactNode
}

export function Figure({ title, file, means, data, tables = [data], empty, beside, children }: FigureProps) {
  return (
    <TitledCard
      title={title}
      beside={
        <div className="row gap-8 wrapping">
          {beside}
          <Toggletip label={t('figure.means.of', { name: title })} icon={<Info className="icon" aria-hidden="true" />}>
            <p className="bold">{t('figure.means')}</p>
            <p>{means}</p>
          </Toggletip>
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
            <summary className="small">{t('figure.table')}</summary>
            <div className="stack">
              {tables.map((table) => (
                <div key={table.caption} className="stack gap-8">
                  {tables.length > 1 && <h3 className="title">{table.caption}</h3>}
                  <FigureTable {...table} />
                </div>
              ))}
            </div>
          </details>
        </>
      )}
    </TitledCard>
  )
}

/** Returns a week's Monday in short form: 16 Nov. */
export const formatWeek = (monday: string): string => `${Number(monday.slice(8))} ${formatShortMonth(monday)}`

/** Returns the month of a date or of YYYY-MM: November 2026. */
export const formatMonthName = (key: string): string => formatMonth(Number(key.slice(0, 4)), Number(key.slice(5, 7)))

export const formatShortMonth = (key: string): string => formatMonthName(key).slice(0, 3)

export const getMarketName = (code: CountryCode): string => markets[code].name

/** Returns sums by key in the given order, zero for keys without rows. */
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
