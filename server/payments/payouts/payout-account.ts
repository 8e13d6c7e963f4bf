import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { savePayoutAccount, payeeById, payoutAccountOf } from './payout-account-queries.ts'
import { ownPayee } from './show-earnings.ts'
import { sendReturnedAgain } from './transfer-queries.ts'

/** The account that the provider has with the gateway of now; opened where there is none. */
export async function ownAccount(ctx: Context): Promise<string> {
  const payee = await ownPayee(ctx)
  const known = await payoutAccountOf(ctx.db, payee.id)
  const gateway = gatewayNow(ctx.env)
  if (known?.gateway === gateway) return known.gateway_id
  try {
    const made = await (await openGateway(ctx, gateway, payee.country_code)).createAccount({
      key: `account:${payee.id}`,
      countryCode: payee.country_code,
      email: (await payeeById(ctx.db, payee.id))?.email ?? '',
      name: payee.name,
    })
    await ctx.transaction((ctx) =>
      savePayoutAccount(ctx.db, {
        provider_id: payee.id,
        gateway,
        gateway_id: made.id,
        state: 'pending',
        label: '',
        updated_at: ctx.now,
      }),
    )
    return made.id
  } catch (fault) {
    ctx.log.warn(faultFields(fault), 'the payment service opened no account')
    throw new Refusal('payment_unreachable')
  }
}

/** Asks the payment service how an account stands, and keeps its answer. */
export async function askAccount(ctx: Context, accountId: string): Promise<void> {
  const payee = await ownPayee(ctx)
  const before = await payoutAccountOf(ctx.db, payee.id)
  const gateway = gatewayNow(ctx.env)
  const { state, label } = await (await openGateway(ctx, gateway, payee.country_code)).accountState(accountId)
  await ctx.transaction(async (ctx) => {
    await savePayoutAccount(ctx.db, {
      provider_id: payee.id,
      gateway,
      gateway_id: accountId,
      state,
      label,
      updated_at: ctx.now,
    })
    if (state === 'ready') await sendReturnedAgain(ctx.db, payee.id, ctx.now)
    if (before?.state !== state || before.label !== label) {
      await record(ctx, {
        act: 'provider.payout_details',
        subject: { kind: 'provider', id: payee.id, name: payee.name },
        before: before && { state: before.state, label: before.label },
        after: { state, label },
      })
    }
  })
}
