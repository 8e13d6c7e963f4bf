import { getNextPaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Context } from '#server/platform/context.ts'
import { lockFreeOf, updatePayment } from './payments.queries.ts'

const due = (ctx: Context) => ({ next_at: ctx.now, attempts: 0, claimed_until: null, claim: null })

/**
 * Captures the authorised payments of these payables, in the caller's transaction. Skips locked payments, which the
 * next call handles.
 */
export async function captureReserved(ctx: Context, refs: readonly string[]): Promise<void> {
  for (const { id, state } of await lockFreeOf(ctx.db, refs)) {
    const kept = getNextPaymentState(state, 'keep')
    if (kept) await updatePayment(ctx.db, id, { state: kept, ...due(ctx) })
  }
}

/** Voids the open and authorised payments of these payables. Skips locked payments, which the next call handles. */
export async function releaseReserved(ctx: Context, refs: readonly string[]): Promise<void> {
  for (const { id, state } of await lockFreeOf(ctx.db, refs)) {
    const gone = getNextPaymentState(state, 'let_go')
    if (gone) await updatePayment(ctx.db, id, { state: gone, let_go: true, ...due(ctx) })
  }
}
