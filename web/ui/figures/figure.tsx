import type { ReactNode } from 'react'
import { createTranslator } from '#contract/words.ts'
import { downloadFile } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { formatTableCsv, type Data, DataTable } from './data-table.tsx'
import { figureMessages } from './figure-messages.ts'

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
