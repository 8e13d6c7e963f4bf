import { clock, zonedTime } from '#contract/format.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { tell } from '#server/bookings/notices/tell.ts'

/** Tells both that nothing more is open; `row` as it was before, with its balance. In the caller's transaction. */
export async function tellBalance(
  ctx: Context,
  sender: Parameters<typeof tell>[1],
  row: AppointmentRow,
): Promise<void> {
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `balance.paid.${side}`, {
      fact: `balance ${side} ${row.id}`,
      values: { dateTime: clock(zonedTime(ctx.now.toISOString(), row.tz)) },
    })
}
