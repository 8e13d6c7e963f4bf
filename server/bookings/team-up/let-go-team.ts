import { showNoLongerHeld } from '#server/bookings/holds/act-of-hold.ts'
import { endHolds, freeHolds } from '#server/bookings/holds/hold-queries.ts'
import { letGoReserved } from '#server/payments/reserved/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { lockDiary } from '#server/providers/door.ts'
import { holdsOfTeam } from './team-hold-queries.ts'

/** Lets all times of a team go that are still kept, and what is reserved for them; in the caller's transaction. */
export async function letGoTeam(tx: Context, teamId: string): Promise<void> {
  const before = (await holdsOfTeam(tx.db, teamId)).filter(({ state }) => state === 'held')
  for (const providerId of before.map((hold) => hold.provider_id).sort()) await lockDiary(tx.db, providerId)
  const holds = (await holdsOfTeam(tx.db, teamId, { lock: true })).filter(({ state }) => state === 'held')
  const ended = await endHolds(
    tx.db,
    holds.map(({ id }) => id),
    'release',
    tx.now,
  )
  await freeHolds(tx.db, ended)
  await letGoReserved(tx, ended)
  for (const hold of holds.filter(({ id }) => ended.includes(id))) {
    await showNoLongerHeld(tx, hold)
    await announce(tx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  }
}
