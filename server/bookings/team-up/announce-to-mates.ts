import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { announceAll } from '#server/platform/live/announce.ts'
import { matesOf } from './team-hold-queries.ts'

/** Has the open pages of the other artists of a party ask anew how far this one is. */
export async function announceToMates(tx: Context, { search_id }: Pick<AppointmentRow, 'search_id'>): Promise<void> {
  const mates = await matesOf(tx.db, search_id)
  await announceAll(
    tx,
    mates.flatMap(({ id, artist }) =>
      artist ? [{ to: [`account:${artist}`], kind: 'appointment.mate', ref: id }] : [],
    ),
  )
}
