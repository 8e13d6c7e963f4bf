import type { HoldEndReason } from '#contract/bookings/lifecycle-hold.ts'
import { endHeldTimes } from '#server/bookings/holds/end-held-times.ts'
import type { Context } from '#server/platform/context.ts'
import { lockDiary } from '#server/providers/index.ts'
import { holdsOfTeam } from './team-hold-queries.ts'

/** Ends all holds of a team that still stand, and cancels their payments, in the caller's transaction. */
export async function letGoTeam(tx: Context, teamId: string, reason: HoldEndReason): Promise<void> {
  const before = (await holdsOfTeam(tx.db, teamId)).filter(({ state }) => state === 'held')
  for (const providerId of before.map((hold) => hold.provider_id).sort()) await lockDiary(tx.db, providerId)
  const holds = (await holdsOfTeam(tx.db, teamId, { lock: true })).filter(({ state }) => state === 'held')
  await endHeldTimes(
    tx,
    holds.map(({ id }) => id),
    reason,
  )
}
