import type { CheckKind, MarketCheck } from '#contract/providers/checks/checks.ts'
import { addMonths } from '#server/platform/event-day.ts'

export const forEver = '9999-12-31'

export type CheckExpiries = Readonly<Partial<Record<CheckKind, string>>>

/** The last day is included. */
export const isCheckValid = (held: CheckExpiries, kind: CheckKind, today: string): boolean =>
  (held[kind] ?? '') >= today

/** Returns whether all checks required by the market are valid. The only source of `verified`. */
export function hasBadge(
  asked: readonly Pick<MarketCheck, 'kind' | 'asked'>[],
  held: CheckExpiries,
  today: string,
): boolean {
  const needed = asked.filter((check) => check.asked === 'required')
  return needed.length > 0 && needed.every(({ kind }) => isCheckValid(held, kind, today))
}

/** Returns the document's own expiry or the market's validity from today, or null. */
export function getCheckExpiry(
  { holdsMonths }: Pick<MarketCheck, 'holdsMonths'>,
  today: string,
  expiresOn: string | null,
): string | null {
  const months = holdsMonths === null ? null : addMonths(today, holdsMonths)
  return months !== null && expiresOn !== null ? (months < expiresOn ? months : expiresOn) : (months ?? expiresOn)
}
