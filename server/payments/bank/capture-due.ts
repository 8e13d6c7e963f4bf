import { GatewayRefused, type Intent } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { type PaymentRow, serviceOf } from '#server/payments/queries.ts'
import { claimCaptures, letGoClaim } from './claim-queries.ts'
import { movePayment } from './move-payment.ts'
import { nextTry } from './send-once.ts'
import { type Taken, takeCaptured } from './take-captured.ts'

const AT_ONCE = 50
/** So many are asked of a gateway at the same time: fifty are answered long before their claim ends. */
const ASKED_AT_ONCE = 5

/** Takes what has been reserved for bookings that stand: asks the gateways one by one, and writes down together what they took. What fails is tried again later. */
export async function captureDue(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimCaptures(ctx.db, ctx.now, AT_ONCE)
    const line = [...claimed]
    const taken: Taken[] = []
    await Promise.all(
      Array.from({ length: Math.min(ASKED_AT_ONCE, line.length) }, async () => {
        for (let payment = line.pop(); payment; payment = line.pop()) {
          const intent = await captured(ctx, payment)
          if (intent) taken.push({ payment, chargeId: intent.chargeId })
        }
      }),
    )
    if (taken.length) await writeDown(ctx, taken)
    if (claimed.length < AT_ONCE) return
  }
}

/** What the gateway took; null where it did not, and is asked again later. */
async function captured(ctx: Context, payment: PaymentRow): Promise<Intent | null> {
  try {
    const gateway = await openGateway(ctx, serviceOf(payment), payment.country_code)
    const id = payment.gateway_id as string
    const intent = await gateway.capture(id, `capture:${payment.id}:${payment.attempts}`).catch((fault: unknown) => {
      // Whoever asked first may have lost the answer: then the gateway says how it stands.
      if (fault instanceof GatewayRefused) return gateway.retrieve(id)
      throw fault
    })
    if (intent.status === 'captured') return intent
    if (intent.status === 'cancelled')
      await ctx.transaction((tx) => movePayment(tx, payment.id, 'cancelled', { chargeId: intent.chargeId }))
    await letGoClaim(ctx.db, 'payment', payment, intent.status === 'cancelled' ? null : again(ctx, payment))
  } catch (fault) {
    await putOff(ctx, payment, fault)
  }
  return null
}

const again = (ctx: Context, { attempts }: PaymentRow): Date => nextTry(ctx.now, attempts)

async function putOff(ctx: Context, payment: PaymentRow, fault: unknown): Promise<void> {
  ctx.log.warn({ ...faultFields(fault), payment: payment.id }, 'the payment service did not answer')
  await letGoClaim(ctx.db, 'payment', payment, again(ctx, payment))
}

async function writeDown(ctx: Context, taken: readonly Taken[]): Promise<void> {
  try {
    await ctx.transaction((tx) => takeCaptured(tx, taken))
  } catch (fault) {
    const [only] = taken
    if (only && taken.length === 1) return putOff(ctx, only.payment, fault)
    // One of them stands in the way: each by itself.
    for (const one of taken) await writeDown(ctx, [one])
  }
}
