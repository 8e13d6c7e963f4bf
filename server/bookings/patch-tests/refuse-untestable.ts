import { patchTestSpan } from '#contract/bookings/patch-tests/test-span.ts'
import { patchTestMinutes } from '#contract/providers/patch-tests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Tested, testsMissing } from './test-queries.ts'

/** Refuses a booking that begins so soon that the patch test it needs could not be done before; one that is done for the caller's account counts. */
export async function refuseUntestable(ctx: Context, of: Omit<Tested, 'id' | 'account_id'>): Promise<void> {
  const left = of.starts_at.getTime() - ctx.now.getTime() - patchTestSpan.hours * 3_600_000
  // Nothing is asked of the database for what is far enough.
  if (left >= patchTestMinutes.most * 60_000) return
  const missing = await testsMissing(ctx.db, { ...of, id: null, account_id: ctx.viewer.accountId })
  if (missing.some(({ minutes }) => minutes * 60_000 > left)) throw new Refusal('test_too_late')
}
