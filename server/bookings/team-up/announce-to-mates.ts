import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { audienceOf } from '#server/bookings/notices/audience-of.ts'
import type { Context } from '#server/platform/context.ts'
import { announceAll } from '#server/platform/live/announce.ts'
import { matesOf } from './team-hold-queries.ts'

/** Has the open pages of the others’ parts of a party ask anew: what one artist says may move whoever sits with another next. */
export async function announceToMates(tx: Context, { search_id }: Pick<AppointmentRow, 'search_id'>): Promise<void> {
  const mates = await matesOf(tx.db, search_id)
  await announceAll(
    tx,
    mates.map((mate) => ({ to: audienceOf(mate, mate.artist), kind: 'appointment.mate', ref: mate.id })),
  )
}
