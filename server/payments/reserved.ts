import { getNextPaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Context } from '#server/platform/context.ts'
import { lockFreeOf, updatePayment } from './payments.queries.ts'

// The gateway is told of what is decided right after, and until it has heard.
const due = (ctx: Context) => ({ next_at: ctx.now, attempts: 0, claimed_until: null, claim: null })

/** Takes what has been reserved for these things, in the caller's transaction. What another transaction has in hand is left to the next call. */
export async function captureReserved(ctx: Context, refs: readonly string[]): Promise<void> {
  for (const { id, state } of await lockFreeOf(ctx.db, refs)) {
    const kept = getNextPaymentState(state, 'keep')
    if (kept) await updatePayment(ctx.db, id, { state: kept, ...due(ctx) })
  }
}

/** Lets go of what is open or reserved for these things, in the same way. */
export async function releaseReserved(ctx: Context, refs: readonly string[]): Promise<void> {
  for (const { id, state } of await lockFreeOf(ctx.db, refs)) {
    const gone = getNextPaymentState(state, 'let_go')
    if (gone) await updatePayment(ctx.db, id, { state: gone, let_go: true, ...due(ctx) })
  }
}
