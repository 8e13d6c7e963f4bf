import { getCurrentGateway } from '#server/gateways/payments/payments.ts'
import {
  answerChallenge,
  type BankEvent,
  type CardAnswer,
  payAtOnce,
  payByCard,
} from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import { handleTestBankPayment } from './events.ts'

// Throws for test cards that the bank rejects without asking for authentication.
function refuseCard(said: CardAnswer | 'refused'): void {
  if (said === null) throw new Refusal('not_found')
  if (said === 'unknown_card') throw createFieldRefusal('card_number', 'number')
  if (said === 'closed') throw new Refusal('state_changed')
}

export function assertTestBank({ env }: Context): void {
  if (getCurrentGateway(env) !== 'test') throw new Refusal('not_found')
}

/** Parses an expiry such as 04/28, 4 / 28 or 04/2028 into 04/28. Returns null if invalid or expired. */
export function expiryOf(expiry: string, now: Date): string | null {
  const [, month, year] = expiry.trim().match(/^(0?[1-9]|1[0-2])\s*(?:[/-]\s*)?(\d{2}|20\d{2})$/) ?? []
  if (!month || !year) return null
  const ends = Date.UTC(2000 + (Number(year) % 100), Number(month), 1)
  return ends > now.getTime() ? `${month.padStart(2, '0')}/${year.slice(-2)}` : null
}

export const isValidExpiry = (expiry: string, now: Date): boolean => expiryOf(expiry, now) !== null

export async function answerTestChallenge(
  ctx: Context,
  { clientSecret, answer }: InputOf<typeof payments.answerTestChallenge>,
): Promise<OutputOf<typeof payments.answerTestChallenge>> {
  assertTestBank(ctx)
  let said: Awaited<ReturnType<typeof answerChallenge>> = null
  const next = await ctx.idempotent(async (tx) => {
    said = await answerChallenge(tx, clientSecret, answer === 'pass')
    return said === 'authorised' ? { next: 'wait' as const } : null
  })
  if (!next) refuseCard(said)
  await handleTestBankPayment(ctx, clientSecret)
  if (!next) throw new Refusal('card_challenge')
  return next
}

/** Pays with a test card. The result arrives by webhook, not in the response of this call. */
export async function confirmTestCard(
  ctx: Context,
  { clientSecret, number, expiry, code }: InputOf<typeof payments.confirmTestCard>,
): Promise<OutputOf<typeof payments.confirmTestCard>> {
  assertTestBank(ctx)
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) throw createFieldRefusal('card_number', 'number')
  if (!isValidExpiry(expiry, ctx.now)) throw createFieldRefusal('card_expiry', 'expiry')
  if (!/^\d{3,4}$/.test(code)) throw createFieldRefusal('card_code', 'code')
  let said: CardAnswer = null
  let event: BankEvent | undefined
  const paid = await ctx.idempotentStatement({ next: 'wait' as const }, async (db, kept) => {
    event = await payAtOnce(db, { clientSecret, digits, now: ctx.now }, kept)
    return event !== undefined
  })
  // A decline is no successful change, so no response is stored for its key, but the test bank records it.
  const next =
    paid ??
    (await ctx.idempotent(async (tx) => {
      said = await payByCard(tx, clientSecret, digits)
      if (said === 'challenge') return { next: 'challenge' as const }
      return said === 'authorised' ? { next: 'wait' as const } : null
    }))
  if (!next) refuseCard(said)
  await handleTestBankPayment(ctx, clientSecret, event)
  if (next) return next
  throw new Refusal(said === 'funds' ? 'card_funds' : 'card_declined')
}
