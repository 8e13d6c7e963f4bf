import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import { gatewayNow } from '#server/gateways/payments/payments.ts'
import { keysOf } from '#server/gateways/payments/keys.ts'
import type { Context } from '#server/platform/context.ts'

/** How to pay in a country. */
export async function showWay(
  ctx: Context,
  { country }: InputOf<typeof payments.way>,
): Promise<OutputOf<typeof payments.way>> {
  const gateway = gatewayNow(ctx.env)
  return { gateway, publishableKey: gateway === 'stripe' ? keysOf(ctx.env, country).publishableKey : null }
}
