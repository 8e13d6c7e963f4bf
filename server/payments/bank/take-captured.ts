import { type Context, withoutCaller } from '#server/platform/context.ts'
import { postAll } from '#server/payments/ledger/ledger-queries.ts'
import { handlersOf } from '#server/payments/payable.ts'
import { lockPaymentsById, markCaptured, type PaymentRow } from '#server/payments/queries.ts'
import { captureOf, movePayment } from './move-payment.ts'
import { letGoClaim } from './claim-queries.ts'

export type Taken = { payment: PaymentRow; chargeId: string | null }

/** Moves payments that a gateway has taken, with all that follows, together: as `movePayment` would one by one. In the caller's transaction. */
export async function takeCaptured(caller: Context, taken: readonly Taken[]): Promise<void> {
  const ctx = withoutCaller(caller)
  const rows = await lockPaymentsById(
    ctx.db,
    taken.map(({ payment }) => payment.id),
  )
  const chargeOf = new Map(taken.map(({ payment, chargeId }) => [payment.id, chargeId]))
  const waiting = rows.filter(({ state }) => state === 'capturing')
  if (waiting.length) {
    const moved = await markCaptured(
      ctx.db,
      waiting.map(({ id }) => ({ id, chargeId: chargeOf.get(id) ?? null })),
      ctx.now,
    )
    await postAll(
      ctx.db,
      moved.map((payment) => captureOf(ctx, payment)),
    )
    for (const [kind, payments] of Map.groupBy(moved, (payment) => payment.kind)) {
      const { captured, capturedAll } = handlersOf(kind)
      if (capturedAll) await capturedAll(ctx, payments)
      else for (const payment of payments) await captured?.(ctx, payment)
    }
  }
  // What was let go, or heard of by an event, meanwhile.
  for (const { id } of rows.filter(({ state }) => state !== 'capturing'))
    await movePayment(ctx, id, 'captured', { chargeId: chargeOf.get(id) ?? null })
  for (const { payment } of taken) {
    if (!waiting.some(({ id }) => id === payment.id)) await letGoClaim(ctx.db, 'payment', payment, null)
  }
}
