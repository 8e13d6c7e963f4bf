import { gatewayNow } from '#server/gateways/payments/payments.ts'
import type { CardAnswer } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'

// What the bank has not even asked about.
export function refuseCard(said: CardAnswer | 'refused'): void {
  if (said === null) throw new Refusal('not_found')
  if (said === 'unknown_card') throw refuseField('card_number', 'number')
  if (said === 'closed') throw new Refusal('state_changed')
}

export function onlyTheTestBank({ env }: Context): void {
  if (gatewayNow(env) !== 'test') throw new Refusal('not_found')
}

/** The month that an expiry, as typed, names, where it has not ended: 04/28, 4 / 28 and 04/2028 are 04/28. */
export function expiryOf(expiry: string, now: Date): string | null {
  const [, month, year] = expiry.trim().match(/^(0?[1-9]|1[0-2])\s*(?:[/-]\s*)?(\d{2}|20\d{2})$/) ?? []
  if (!month || !year) return null
  const ends = Date.UTC(2000 + (Number(year) % 100), Number(month), 1)
  return ends > now.getTime() ? `${month.padStart(2, '0')}/${year.slice(-2)}` : null
}

export const stillGood = (expiry: string, now: Date): boolean => expiryOf(expiry, now) !== null
