import type { CheckKind, MarketCheck } from '#contract/providers/checks/checks.ts'
import { addMonths } from '#server/platform/event-day.ts'

/** Expiry of checks that never expire. */
export const forEver = '9999-12-31'

/** An artist's accepted checks with their expiry. */
export type CheckExpiries = Readonly<Partial<Record<CheckKind, string>>>

/** Returns whether a check is valid on a day, its last day included. */
export const isCheckValid = (held: CheckExpiries, kind: CheckKind, today: string): boolean =>
  (held[kind] ?? '') >= today

/**
 * Returns whether an artist has the badge: all checks required by the market are valid. The single source of
 * `verified`.
 */
export function hasBadge(
  asked: readonly Pick<MarketCheck, 'kind' | 'asked'>[],
  held: CheckExpiries,
  today: string,
): boolean {
  const needed = asked.filter((check) => check.asked === 'required')
  return needed.length > 0 && needed.every(({ kind }) => isCheckValid(held, kind, today))
}

/** Returns the expiry of a document accepted today: its own or the market's validity, or null. */
export function getCheckExpiry(
  { holdsMonths }: Pick<MarketCheck, 'holdsMonths'>,
  today: string,
  expiresOn: string | null,
): string | null {
  const months = holdsMonths === null ? null : addMonths(today, holdsMonths)
  return months !== null && expiresOn !== null ? (months < expiresOn ? months : expiresOn) : (months ?? expiresOn)
}
