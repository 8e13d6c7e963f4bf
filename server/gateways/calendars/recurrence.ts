import type ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

/** Limit of one look-up. No real calendar comes near it; a rule for every second exceeds it in a day. */
const MOST_ITERATIONS = 20_000

/** The epoch milliseconds at which a UTC clock shows this wall-clock time. */
export function toWallTime({ year, month, day, hour, minute, second }: ICAL.Time): number {
  const date = new Date(0)
  // Date.UTC reads years below 100 as of the last century.
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(hour, minute, second)
}

const toUtc = (wall: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC')

export class RuleFault extends Error {}

/** A recurrence rule with its first time, in wall-clock time. Does not apply UNTIL, which may be in another zone. */
export class RuleWalls {
  readonly #rule: RRuleTemporal
  constructor(rule: ICAL.Recur, start: number) {
    const bounded = rule.clone()
    bounded.until = null as never
    const rruleString = `RRULE:${bounded.toString()}`
    try {
      this.#rule = new RRuleTemporal({ rruleString, dtstart: toUtc(start), maxIterations: MOST_ITERATIONS })
    } catch (cause) {
      throw new RuleFault('This rule is invalid.', { cause })
    }
  }

  /** Both ends are included. Throws if there are too many times to look through. */
  between(from: number, to: number): number[] {
    return this.#rule.between(toUtc(from), toUtc(to), true).map(({ epochMilliseconds }) => epochMilliseconds)
  }
}

export const listRuleWalls = (rule: ICAL.Recur, start: number, { from, to }: { from: number; to: number }): number[] =>
  to < from ? [] : new RuleWalls(rule, start).between(from, to)
