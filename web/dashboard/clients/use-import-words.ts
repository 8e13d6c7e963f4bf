import { date, number } from '#contract/format.ts'
import type { ImportCounts } from '#contract/bookings/own-import.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { importWords } from './import-words.ts'

export type ImportText = ReturnType<typeof useImportWords>['t']

const parts = [
  'clientsNew',
  'clientsChanged',
  'appointmentsNew',
  'appointmentsChanged',
  'appointmentsCancelled',
  'same',
  'left',
] as const

/** The words of the import page, with what an import brings in one sentence. */
export function useImportWords() {
  const { countryCode } = useOwn().profile
  const t = reader(importWords, countryCode)
  return {
    t,
    day: (instant: string) => date(instant.slice(0, 10), countryCode, new Date().getFullYear()),
    progress: (done: number, total: number) => t('import.progress', { done: number(done), total: number(total) }),
    summary: (rows: number, counts: ImportCounts) =>
      t('import.summary', {
        n: number(rows),
        parts: parts
          .filter((part) => counts[part] > 0)
          .map((part) => t(`import.count.${part}`, { n: counts[part] }))
          .join(', '),
      }),
  }
}
