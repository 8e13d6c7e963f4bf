import { money } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'

type What = 'booked' | 'moved' | 'off' | 'open' | 'soon'
type About = { id: string; starts_at: Date; backMinor?: Minor }

/** Tells both sides what became of the trial before a booking: each time that it is moved or loses its time, anything else once for each time; `backMinor` is what comes off the price. In the caller's transaction. */
export async function tellTrial(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  what: What,
  { id, starts_at, backMinor = 0 }: About,
): Promise<void> {
  const minute = Math.round(starts_at.getTime() / 60_000)
  // It may come back to a time that it had before.
  const again = what === 'moved' || what === 'open' ? ` ${crypto.randomUUID()}` : ''
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `trial.${what}.${side}`, {
      // The customer's is the one that says whether it has been told.
      fact: `trial.${what}${side === 'provider' ? '.artist' : ''} ${id} ${minute}${again}`,
      values: {
        trialTime: momentOf(starts_at, row, ctx.now),
        back: money(major(backMinor), row.currency, { decimals: 'always' }),
      },
      urgent: soon(ctx.now, starts_at),
    })
}

/** Tells both sides that a trial which had no time is off, and what comes off the price. In the caller's transaction. */
export async function tellDropped(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  { id, backMinor = 0 }: Omit<About, 'starts_at'>,
): Promise<void> {
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `trial.dropped.${side}`, {
      fact: `trial.dropped${side === 'provider' ? '.artist' : ''} ${id}`,
      values: { back: money(major(backMinor), row.currency, { decimals: 'always' }) },
      urgent: soon(ctx.now, row.starts_at),
    })
}
