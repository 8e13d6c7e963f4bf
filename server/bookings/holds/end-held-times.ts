import type { HoldEndReason } from '#contract/bookings/lifecycle-hold.ts'
import { letGoReserved } from '#server/payments/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { freeBusy } from '#server/providers/index.ts'
import { showNoLongerHeld } from './act-of-hold.ts'
import { listChosenIds } from '#server/bookings/linked-appointments/choice-queries.ts'
import { endHolds, type HoldRow } from './hold-queries.ts'

/**
 * Ends holds that still stand, with their time and their open or authorised payments, which the gateway cancels after the
 * commit; in the caller's transaction and under `lockDiary` of their artists. A payment that a webhook has locked is
 * voided by that webhook. Returns the holds it ended. A shared bill is the caller's to end, or the next job's.
 */
export async function endHeldTimes(ctx: Context, ids: readonly string[], reason: HoldEndReason): Promise<HoldRow[]> {
  const ended = await endHolds(ctx.db, ids, { event: reason === 'expired' ? 'lapse' : 'release', reason, now: ctx.now })
  if (ended.length === 0) return []
  const refs = ended.map(({ id }) => id)
  await freeBusy(ctx, [...refs, ...(await listChosenIds(ctx.db, refs))])
  await letGoReserved(ctx, refs)
  ctx.after(() => soon(ctx, 'send-payments'))
  for (const hold of ended) {
    await showNoLongerHeld(ctx, hold)
    const kind = reason === 'expired' ? 'hold.lapsed' : 'hold.changed'
    await announce(ctx, { to: [`search:${hold.search_id}`], kind, ref: hold.id })
  }
  return ended
}
