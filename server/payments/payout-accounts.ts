import { getCurrentGateway, openGateway } from '#server/gateways/payments/payments.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { savePayoutRhythm, findPayeeById, findPayoutAccount, savePayoutAccount } from './payout-accounts.queries.ts'
import { getCallerPayee, getPayouts } from './earnings.ts'
import { sendReturnedAgain } from './transfers.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { saveTestAccount } from '#server/gateways/payments/test-bank.ts'

async function getOrOpenAccount(ctx: Context): Promise<string> {
  const payee = await getCallerPayee(ctx)
  const known = await findPayoutAccount(ctx.db, payee.id)
  const gateway = getCurrentGateway(ctx.env)
  if (known?.gateway === gateway) return known.gateway_id
  try {
    const made = await (await openGateway(ctx, gateway, payee.country_code)).createAccount({
      key: `account:${payee.id}`,
      countryCode: payee.country_code,
      email: (await findPayeeById(ctx.db, payee.id))?.email ?? '',
      name: payee.name,
      url: `${ctx.env.publicUrl}/@/${payee.slug}`,
    })
    await ctx.transaction((ctx) =>
      savePayoutAccount(ctx.db, {
        provider_id: payee.id,
        gateway,
        gateway_id: made.id,
        state: 'pending',
        label: '',
        card_payments_active: false,
        updated_at: ctx.now,
      }),
    )
    return made.id
  } catch (fault) {
    ctx.log.warn(toFaultFields(fault), 'creating an account at the payment provider failed')
    throw new Refusal('payment_unreachable')
  }
}

async function syncAccount(ctx: Context, accountId: string): Promise<void> {
  const payee = await getCallerPayee(ctx)
  const before = await findPayoutAccount(ctx.db, payee.id)
  const gateway = getCurrentGateway(ctx.env)
  const { state, label, cardPayments } = await (await openGateway(ctx, gateway, payee.country_code)).accountState(
    accountId,
  )
  await ctx.transaction(async (ctx) => {
    await savePayoutAccount(ctx.db, {
      provider_id: payee.id,
      gateway,
      gateway_id: accountId,
      state,
      label,
      card_payments_active: cardPayments,
      updated_at: ctx.now,
    })
    if (state === 'ready') await sendReturnedAgain(ctx.db, payee.id, ctx.now)
    if (before?.state !== state || before.label !== label) {
      await recordAudit(ctx, {
        act: 'provider.payout_details',
        subject: { kind: 'provider', id: payee.id, name: payee.name },
        before: before && { state: before.state, label: before.label },
        after: { state, label },
      })
    }
  })
}

/** Returns the gateway's onboarding URL. An expired URL is replaced. */
export async function startOnboarding(ctx: Context): Promise<OutputOf<typeof earnings.onboard>> {
  if (getCurrentGateway(ctx.env) !== 'stripe') throw new Refusal('state_changed')
  const payee = await getCallerPayee(ctx)
  const accountId = await getOrOpenAccount(ctx)
  const page = `${ctx.env.publicUrl}/dashboard/payouts`
  try {
    return {
      url: await (await openGateway(ctx, 'stripe', payee.country_code)).accountLink(accountId, {
        back: `${page}?from=details`,
        again: `${page}?from=again`,
      }),
    }
  } catch (fault) {
    ctx.log.warn(toFaultFields(fault), 'creating an onboarding link at the payment provider failed')
    throw new Refusal('payment_unreachable')
  }
}

export async function setRhythm(
  ctx: Context,
  { rhythm }: InputOf<typeof earnings.setRhythm>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id } = await getCallerPayee(ctx)
  return ctx.idempotent(async (ctx) => {
    if (!(await savePayoutRhythm(ctx.db, id, rhythm))) throw new Refusal('payout_details_first')
    return getPayouts(ctx, {})
  })
}

export async function setTestDetails(
  ctx: Context,
  { holder, number }: InputOf<typeof earnings.setTestDetails>,
): Promise<OutputOf<typeof earnings.payouts>> {
  if (getCurrentGateway(ctx.env) !== 'test') throw new Refusal('state_changed')
  const accountId = await getOrOpenAccount(ctx)
  await ctx.transaction((ctx) => saveTestAccount(ctx.db, accountId, { holder, number }))
  await syncAccount(ctx, accountId)
  const answer = await getPayouts(ctx, {})
  // Repeating the call is harmless, so only the response is stored.
  return ctx.idempotent(async () => answer)
}

export async function refreshPayouts(
  ctx: Context,
  input: InputOf<typeof earnings.payouts>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id } = await getCallerPayee(ctx)
  const account = await findPayoutAccount(ctx.db, id)
  if (account?.gateway === 'stripe' && account.state !== 'ready')
    await syncAccount(ctx, account.gateway_id).catch((fault) =>
      ctx.log.warn(toFaultFields(fault), 'syncing payout details failed'),
    )
  return getPayouts(ctx, input)
}
