import type { OwnLowerPrice } from '#contract/providers/lower-price.ts'
import type { LowerRow } from './selling-queries.ts'

const week = [0, 1, 2, 3, 4, 5, 6]

/** A lower price as people say it. */
export function presentLower(row: LowerRow): OwnLowerPrice {
  const { percent, weekdays, from_minute, to_minute, first_day, last_day, within_days } = row
  if (within_days !== null) return { kind: 'last_minute', percent, withinDays: within_days }
  return {
    kind: 'off_peak',
    percent,
    weekdays: weekdays === null ? null : week.filter((day) => (weekdays >> day) & 1),
    hours: from_minute === null || to_minute === null ? null : { from: from_minute, to: to_minute },
    season: first_day === null || last_day === null ? null : { first: first_day, last: last_day },
  }
}

/** And as the table keeps it. */
export function rowOfLower(rule: OwnLowerPrice): LowerRow {
  const none = { weekdays: null, from_minute: null, to_minute: null, first_day: null, last_day: null }
  const { kind, percent } = rule
  if (rule.kind === 'last_minute') return { ...none, kind, percent, within_days: rule.withinDays }
  const { weekdays, hours, season } = rule
  return {
    kind,
    percent,
    within_days: null,
    weekdays: weekdays === null ? null : [...new Set(weekdays)].reduce((bits, day) => bits | (1 << day), 0),
    from_minute: hours?.from ?? null,
    to_minute: hours?.to ?? null,
    first_day: season?.first ?? null,
    last_day: season?.last ?? null,
  }
}
