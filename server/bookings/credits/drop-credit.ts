import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { returnKept, spendById } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockHold, setHoldCredit } from '#server/bookings/holds/hold-queries.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'

/** Takes a credit off a kept time again: what was kept of it can be spent elsewhere. */
export async function dropCredit(
  ctx: Context,
  { holdId, creditId }: InputOf<typeof bookings.dropCredit>,
): Promise<OutputOf<typeof bookings.dropCredit>> {
  await ownHold(ctx, holdId)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    if ((await spendById(tx.db, creditId))?.for_ref !== holdId) throw new Refusal('not_found')
    if (!hold || hold.state === 'booked') throw new Refusal('hold_lapsed')
    const back = await returnKept(tx.db, creditId)
    if (back) await setHoldCredit(tx.db, hold.id, hold.credit_minor - back.amount_minor)
    return { hold: await presentHold(tx, hold.id) }
  })
}
