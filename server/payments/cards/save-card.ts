import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type cards, SAVE_CARD_WORDS } from '#contract/payments/cards.ts'
import { findAccount } from '#server/accounts/index.ts'
import { keysOf } from '#server/gateways/payments/keys.ts'
import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { customerOf, insertCard } from './card-queries.ts'

/** Begins to save a card of the caller's, with the words that they agreed to and when. */
export async function saveCard(
  ctx: Context,
  { countryCode }: InputOf<typeof cards.save>,
): Promise<OutputOf<typeof cards.save>> {
  const account = ctx.viewer.accountId ? await findAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  const name = gatewayNow(ctx.env)
  const whose = { accountId: account.id, countryCode, gateway: name }
  const gateway = await openGateway(ctx, name, countryCode)
  try {
    const customerId =
      (await customerOf(ctx.db, whose)) ??
      (await gateway.createCustomer({
        key: `customer:${account.id}:${countryCode}`,
        accountId: account.id,
        email: account.email,
        name: account.name,
      }))
    // The same call twice is the same setup: the key of the caller's act names it.
    const made = await gateway.createSetup({ key: `setup:${account.id}:${ctx.key ?? crypto.randomUUID()}`, customerId })
    return await ctx.once(async (tx) => {
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
          publishableKey: name === 'stripe' ? keysOf(tx.env, countryCode).publishableKey : null,
        },
      }
    })
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    ctx.log.warn(faultFields(fault), 'a card could not be begun to be saved')
    throw new Refusal('payment_unreachable')
  }
}
