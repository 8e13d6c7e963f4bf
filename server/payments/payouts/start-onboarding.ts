import type { OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownPayee } from './show-earnings.ts'
import { ownAccount } from './payout-account.ts'

/** Answers where the caller gives the payment service their details; a form that ran out leads to a new one. */
export async function startOnboarding(ctx: Context): Promise<OutputOf<typeof earnings.onboard>> {
  if (gatewayNow(ctx.env) !== 'stripe') throw new Refusal('state_changed')
  const payee = await ownPayee(ctx)
  const accountId = await ownAccount(ctx)
  const page = `${ctx.env.publicUrl}/dashboard/payouts`
  try {
    return {
      url: await (await openGateway(ctx, 'stripe', payee.country_code)).accountLink(accountId, {
        back: `${page}?from=details`,
        again: `${page}?from=again`,
      }),
    }
  } catch (fault) {
    ctx.log.warn(faultFields(fault), 'the payment service gave no address for details')
    throw new Refusal('payment_unreachable')
  }
}
