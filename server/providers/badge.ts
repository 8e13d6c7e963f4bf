import type { CheckKind, MarketCheck } from '#contract/providers/checks/checks.ts'
import { addMonths } from '#server/platform/event-day.ts'

/** The day until which what does not run out holds. */
export const forEver = '9999-12-31'

/** What a person has accepted of an artist: until which day each holds. */
export type CheckExpiries = Readonly<Partial<Record<CheckKind, string>>>

/** Whether a check stands on a day: the last day counts. */
export const isCheckValid = (held: CheckExpiries, kind: CheckKind, today: string): boolean =>
  (held[kind] ?? '') >= today

/** Whether the badge stands: all that the market asks for does, whatever else does. This is what `verified` says, everywhere. */
export function hasBadge(
  asked: readonly Pick<MarketCheck, 'kind' | 'asked'>[],
  held: CheckExpiries,
  today: string,
): boolean {
  const needed = asked.filter((check) => check.asked === 'required')
  return needed.length > 0 && needed.every(({ kind }) => isCheckValid(held, kind, today))
}

/** The last day on which a document holds that is accepted today: its own, or as long as the market lets it; null where neither ends. */
export function getCheckExpiry(
  { holdsMonths }: Pick<MarketCheck, 'holdsMonths'>,
  today: string,
  expiresOn: string | null,
): string | null {
  const months = holdsMonths === null ? null : addMonths(today, holdsMonths)
  return months !== null && expiresOn !== null ? (months < expiresOn ? months : expiresOn) : (months ?? expiresOn)
}
