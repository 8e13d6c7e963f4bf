import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { travelSpeedsKey } from '#server/providers/index.ts'
import { showSpeeds } from './show-speeds.ts'

type Calls = typeof operatorBookings

/** Changes how fast artists get about, from the next booking on. */
export async function setSpeeds(
  ctx: Context,
  { reason, ...speeds }: InputOf<Calls['setSpeeds']>,
): Promise<OutputOf<Calls['setSpeeds']>> {
  const before = await showSpeeds(ctx)
  await ctx.transaction(async (tx) => {
    await saveSetting(tx.database, tx.db, travelSpeedsKey, speeds, tx.now)
    await record(tx, {
      act: 'settings.change',
      subject: { kind: 'setting', id: travelSpeedsKey, name: 'Travel speeds' },
      before,
      after: speeds,
      reason,
    })
  })
  return speeds
}
