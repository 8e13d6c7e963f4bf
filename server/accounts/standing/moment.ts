import { clock, date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'

/** An instant as mails say it; people move about, so it names its zone. */
export function momentOf(at: Date, country: string | null): string {
  const iso = at.toISOString()
  return `${date(iso.slice(0, 10), (country as Country | null) ?? 'GB')}, ${clock(iso.slice(11, 16))} UTC`
}
