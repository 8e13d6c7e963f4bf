import type { OwnLowerPrice } from '#contract/providers/lower-price.ts'
import { reader } from '#contract/words.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { sellingWords } from './selling-words.ts'

const t = reader(sellingWords)

/** A lower price while it is put together, as it was typed. */
export type LowerDraft = {
  key: number
  kind: OwnLowerPrice['kind']
  percent: string
  within: string
  weekdays: readonly number[]
  hours: { from: number; to: number } | null
  season: { first: number; last: number } | null
}

let keys = 0
const fresh = { percent: '10', within: '3', weekdays: [], hours: null, season: null }

export const freshLower = (kind: OwnLowerPrice['kind']): LowerDraft => ({ ...fresh, key: ++keys, kind })

export const draftOf = (rule: OwnLowerPrice): LowerDraft => ({
  ...freshLower(rule.kind),
  percent: String(rule.percent),
  ...(rule.kind === 'last_minute'
    ? { within: String(rule.withinDays) }
    : { weekdays: rule.weekdays ?? [], hours: rule.hours, season: rule.season }),
})

const wholeOf = (typed: string) => readNumber(typed, 'whole') ?? 0
const wholeIn = (typed: string, from: number, to: number) => {
  const value = readNumber(typed, 'whole')
  return value !== null && value >= from && value <= to
}

/** What is wrong with it, by field. */
export function wrongInLower({ kind, percent, within, weekdays, hours, season }: LowerDraft, path: string) {
  const wrong: Record<string, string> = {}
  if (!wholeIn(percent, 1, 50)) wrong[`${path}.percent`] = t('low.percent.error')
  if (kind === 'last_minute') {
    if (!wholeIn(within, 0, 60)) wrong[`${path}.withinDays`] = t('low.within.error')
    return wrong
  }
  if (weekdays.length === 7) wrong[`${path}.weekdays`] = t('low.days.all')
  else if (weekdays.length === 0 && !hours && !season) wrong[`${path}.weekdays`] = t('low.always')
  if (hours && hours.from >= hours.to) wrong[`${path}.hours`] = t('low.order')
  return wrong
}

/** The rule that a draft without anything wrong says. */
export const lowerOfDraft = ({ kind, percent, within, weekdays, hours, season }: LowerDraft): OwnLowerPrice =>
  kind === 'last_minute'
    ? { kind, percent: wholeOf(percent), withinDays: wholeOf(within) }
    : { kind, percent: wholeOf(percent), weekdays: weekdays.length ? [...weekdays] : null, hours, season }
