import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type cards, SAVE_CARD_WORDS, type SavedCard, savedTestCards } from '#contract/payments/cards.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findCard,
  type CardRow,
  listCardsOf,
  listCardsToForget,
  findCustomer,
  insertCard,
  lockCardsOf,
  removeSaved,
  findSavedCard,
  updateCard,
} from './cards.queries.ts'
import type { CountryCode } from '#contract/values.ts'
import { findAccount } from '#server/accounts/index.ts'
import { getStripeKeys } from '#server/gateways/payments/keys.ts'
import { getCurrentGateway, openGateway } from '#server/gateways/payments/payments.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { type BankError, GatewayRefused, type SetupTold } from '#server/gateways/payments/gateway.ts'
import { movePayment } from './payment-moves.ts'
import { openPayment, sendAfter, applyIntentStatus } from './charging.ts'
import type { Payable } from './payable.ts'
import { findPaymentById, type GatewayName, getGatewayOfPayment, type PaymentRow } from './payments.queries.ts'
import { saveTestCard } from '#server/gateways/payments/test-bank.ts'
import { expiryOf, assertTestBank } from './test-cards.ts'

export async function listCards(ctx: Context): Promise<OutputOf<typeof cards.mine>> {
  const rows = ctx.viewer.accountId ? await listCardsOf(ctx.db, ctx.viewer.accountId) : []
  return { cards: rows.filter(({ state }) => state === 'saved').map(presentCard) }
}

const presentCard = (row: CardRow): SavedCard => ({
  id: row.id,
  countryCode: row.country_code as CountryCode,
  state: row.state,
  brand: row.brand,
  lastFour: row.last_four,
  expires: row.expires,
  consentWords: row.consent_words,
  consentAt: row.consent_at.toISOString(),
  test: row.gateway === 'test',
})

export async function saveCard(
  ctx: Context,
  { countryCode }: InputOf<typeof cards.save>,
): Promise<OutputOf<typeof cards.save>> {
  const account = ctx.viewer.accountId ? await findAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  const name = getCurrentGateway(ctx.env)
  const whose = { accountId: account.id, countryCode, gateway: name }
  const gateway = await openGateway(ctx, name, countryCode)
  try {
    const customerId =
      (await findCustomer(ctx.db, whose)) ??
      (await gateway.createCustomer({
        key: `customer:${account.id}:${countryCode}`,
        accountId: account.id,
        email: account.email,
        name: account.name,
      }))
    // Uses the request's idempotency key, so that a retry returns the same setup.
    const made = await gateway.createSetup({ key: `setup:${account.id}:${ctx.key ?? crypto.randomUUID()}`, customerId })
    return await ctx.idempotent(async (tx) => {
      const row = await insertCard(tx.db, {
        account_id: account.id,
        country_code: countryCode,
        gateway: name,
        customer_id: customerId,
        setup_id: made.id,
        client_secret: made.clientSecret,
        consent_words: SAVE_CARD_WORDS,
        consent_at: tx.now,
        created_at: tx.now,
      })
      return {
        setup: {
          id: row.id,
          gateway: name,
          clientSecret: row.client_secret,
          publishableKey: name === 'stripe' ? getStripeKeys(tx.env, countryCode).publishableKey : null,
        },
      }
    })
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    ctx.log.warn(toFaultFields(fault), 'saving a card could not be started')
    throw new Refusal('payment_unreachable')
  }
}

/** Asks the gateway whether the card has been saved. If so, the card replaces the previous one. */
export async function confirmSavedCard(
  ctx: Context,
  { cardId }: InputOf<typeof cards.saved>,
): Promise<OutputOf<typeof cards.saved>> {
  const accountId = ctx.viewer.accountId ?? ''
  const row = await findCard(ctx.db, accountId, cardId)
  if (!row) throw new Refusal('not_found')
  const told = row.state === 'open' ? await retrieveSetup(ctx, row) : null
  return ctx.idempotent(async (tx) => {
    await lockCardsOf(tx.db, accountId)
    const now = await findCard(tx.db, accountId, cardId)
    if (!now) throw new Refusal('not_found')
    if (now.state !== 'open' || !told) return { card: presentCard(now) }
    await removeSaved(tx.db, accountId, now.country_code, tx.now)
    const { cardId: gateway_id, brand, lastFour: last_four, expires } = told
    const saved = { state: 'saved' as const, gateway_id, brand, last_four, expires, saved_at: tx.now }
    return { card: presentCard(await updateCard(tx.db, cardId, saved)) }
  })
}

async function retrieveSetup(ctx: Context, row: CardRow): Promise<SetupTold | null> {
  try {
    const gateway = await openGateway(ctx, row.gateway, row.country_code)
    return await gateway.retrieveSetup(row.setup_id)
  } catch (fault) {
    ctx.log.warn(toFaultFields(fault), 'fetching the status of a card setup failed')
    throw new Refusal('payment_unreachable')
  }
}

export async function removeCard(
  ctx: Context,
  { cardId }: InputOf<typeof cards.remove>,
): Promise<OutputOf<typeof cards.remove>> {
  const accountId = ctx.viewer.accountId ?? ''
  const answer = await ctx.idempotent(async (tx) => {
    await lockCardsOf(tx.db, accountId)
    const row = await findCard(tx.db, accountId, cardId)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'removed') return { card: presentCard(row) }
    return { card: presentCard(await updateCard(tx.db, cardId, { state: 'removed', removed_at: tx.now })) }
  })
  await deleteRemovedCards(ctx)
  return answer
}

const AT_ONCE = 50

/** Deletes removed cards at the gateway. The job retries failures. Must not run inside a transaction. */
export async function deleteRemovedCards(ctx: Context): Promise<void> {
  for (const row of await listCardsToForget(ctx.db, AT_ONCE)) {
    try {
      const gateway = await openGateway(ctx, row.gateway, row.country_code)
      // A card without a gateway id has already been deleted there.
      if (row.gateway_id)
        await gateway.removeCard(row.gateway_id).catch((fault) => {
          if (!(fault instanceof GatewayRefused)) throw fault
        })
      await updateCard(ctx.db, row.id, { forgotten_at: ctx.now })
    } catch (fault) {
      ctx.log.warn(toFaultFields(fault), 'deleting a card at the payment provider failed')
    }
  }
}

/** `taken` is authorised or captured, `proof` needs authentication, `let_go` means that the amount is no longer due. */
export type CardChargeResult = 'taken' | 'proof' | 'declined' | 'let_go' | 'no_card'

/**
 * Charges the amount due to the customer's saved card off session. `turn` is the idempotency key of the attempt. Must not
 * run inside a transaction.
 */
export async function chargeSavedCard(
  ctx: Context,
  payable: Payable & { accountId: string },
  turn: number,
): Promise<CardChargeResult> {
  const card = await findSavedCard(ctx.db, payable.accountId, payable.countryCode)
  if (!card?.gateway_id) return 'no_card'
  return chargeCard(
    ctx,
    payable,
    { gateway: card.gateway, customerId: card.customer_id, cardId: card.gateway_id },
    turn,
  )
}

type Card = { gateway: GatewayName; customerId: string; cardId: string }

/** Charges the amount due to the card that an earlier payment has saved, as `chargeSavedCard` does. */
export async function chargeCardOf(
  ctx: Context,
  payable: Payable,
  earlier: PaymentRow | undefined,
  turn: number,
): Promise<CardChargeResult> {
  const card = earlier && (await retrieveCardOf(ctx, earlier))
  return card ? chargeCard(ctx, payable, card, turn) : 'no_card'
}

async function retrieveCardOf(ctx: Context, payment: PaymentRow): Promise<Card | null> {
  if (!payment.gateway_id) return null
  const name = getGatewayOfPayment(payment)
  const gateway = await openGateway(ctx, name, payment.country_code)
  const card = await gateway.retrieveCardOf(payment.gateway_id)
  return card && { gateway: name, ...card }
}

/** Deletes the card that a payment has saved, at the gateway. Must not run inside a transaction. */
export async function deleteCardOf(ctx: Context, payment: PaymentRow): Promise<void> {
  const card = await retrieveCardOf(ctx, payment)
  if (!card) return
  const gateway = await openGateway(ctx, card.gateway, payment.country_code)
  await gateway.removeCard(card.cardId).catch((fault) => {
    // The card has already been deleted there.
    if (!(fault instanceof GatewayRefused)) throw fault
  })
}

async function chargeCard(
  ctx: Context,
  payable: Payable,
  { gateway: name, customerId, cardId }: Card,
  turn: number,
): Promise<CardChargeResult> {
  const payment = await openPayment(ctx, payable)
  if (payment.state !== 'open' || !payment.gateway_id || payment.gateway !== name)
    return payment.state === 'open' ? 'no_card' : 'taken'
  const gateway = await openGateway(ctx, payment.gateway, payment.country_code)
  const intent = await gateway.payByCard(payment.gateway_id, {
    customerId,
    cardId,
    back: `${ctx.env.publicUrl}/paid/${payment.id}`,
    key: `card:${payment.id}:${turn}`,
  })
  if (intent.status === 'open') {
    await ctx.transaction((tx) => movePayment(tx, payment.id, 'declined', { error: intent.error ?? 'other' }))
    return intent.error === ('challenge' satisfies BankError) ? 'proof' : 'declined'
  }
  await applyIntentStatus(ctx, payment.id, intent)
  sendAfter(ctx)
  return (await findPaymentById(ctx.db, payment.id))?.let_go ? 'let_go' : 'taken'
}

export async function confirmTestSetup(
  ctx: Context,
  { clientSecret, number, expiry, code }: InputOf<typeof cards.confirmTestSetup>,
): Promise<OutputOf<typeof cards.confirmTestSetup>> {
  assertTestBank(ctx)
  const digits = number.replace(/[\s-]/g, '')
  const [answers] = Object.entries(savedTestCards).find(([, known]) => known === digits) ?? []
  if (!answers) throw createFieldRefusal('card_number', 'number')
  const expires = expiryOf(expiry, ctx.now)
  if (!expires) throw createFieldRefusal('card_expiry', 'expiry')
  if (!/^\d{3,4}$/.test(code)) throw createFieldRefusal('card_code', 'code')
  return ctx.idempotent(async (tx) => {
    const said = await saveTestCard(tx.db, clientSecret, { answers, last_four: digits.slice(-4), expires })
    if (said === null) throw new Refusal('not_found')
    if (!said) throw new Refusal('state_changed')
    return { next: 'wait' as const }
  })
}
