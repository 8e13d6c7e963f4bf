import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { announce } from '#server/platform/live/announce.ts'

/** Has the customer's open pages ask where the artist is: the group's pages and the artist's colleagues do not hear that they move. */
export const announceWay = (
  tx: Context,
  { id, account_id, search_id }: Pick<AppointmentRow, 'id' | 'account_id' | 'search_id'>,
): Promise<void> =>
  announce(tx, {
    to: [`search:${search_id}`, ...(account_id ? [`account:${account_id}`] : [])],
    kind: 'appointment.way',
    ref: id,
  })
