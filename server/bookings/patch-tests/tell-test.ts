import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'

type What = 'booked' | 'off' | 'moved' | 'missed' | 'soon'

/** Tells both sides what became of the patch test of a booking, each once. In the caller's transaction. */
export async function tellTest(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  what: What,
  test: { id: string; starts_at: Date },
): Promise<void> {
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `test.${what}.${side}`, {
      // The customer's is the one that says whether it has been told.
      fact: `test.${what}${side === 'provider' ? '.artist' : ''} ${test.id}`,
      values: { testTime: momentOf(test.starts_at, row, ctx.now) },
      urgent: soon(ctx.now, test.starts_at),
    })
}

/** Tells the artist once that a patch test which is over waits for their word: until they say that it was done it was not. In the caller's transaction. */
export const tellUnspoken = (
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  test: { id: string; starts_at: Date },
): Promise<void> =>
  tell(ctx, sender, row, 'provider', 'test.unspoken.provider', {
    fact: `test.unspoken ${test.id}`,
    values: { testTime: momentOf(test.starts_at, row, ctx.now) },
    urgent: soon(ctx.now, row.starts_at),
  })
