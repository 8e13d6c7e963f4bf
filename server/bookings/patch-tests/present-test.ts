import type { Appointment } from '#contract/bookings/appointment.ts'
import { testSpan } from '#contract/bookings/patch-tests/test-span.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { testOf, missingOf } from './test-queries.ts'

/** How the patch test of a booking stands and what may be done about it; null where none is needed, nor was. */
export async function presentTest(
  ctx: Context,
  row: AppointmentRow,
  side: Appointment['side'],
): Promise<Appointment['patchTest']> {
  const missing = await missingOf(ctx.db, row)
  const test = await testOf(ctx.db, row.id)
  const open = missing.length > 0
  if (!open && test?.state !== 'done') return null
  const now = ctx.now.getTime()
  const iso = isoIn(row)
  const { from, until } = testSpan(row.starts_at.getTime())
  const ahead = row.state === 'booked' && now < row.starts_at.getTime()
  const booked = test?.state === 'booked' ? test : null
  const shown = booked ?? (open ? null : test)
  const minutes = Math.max(5, ...missing.map((one) => one.minutes))
  return {
    services: missing.map(({ label }) => label),
    minutes,
    state: open ? (booked ? 'booked' : test?.state === 'missed' ? 'missed' : 'needed') : 'done',
    startsAt: shown ? iso(shown.starts_at.getTime()) : null,
    endsAt: shown ? iso(shown.ends_at.getTime()) : null,
    from: iso(Math.max(from, now)),
    until: iso(until),
    may: {
      book: side === 'customer' && ahead && open && now + minutes * 60_000 < until,
      cancel: side !== 'operator' && ahead && booked !== null && now < booked.starts_at.getTime(),
      judge: side === 'provider' && booked !== null && now >= booked.starts_at.getTime(),
    },
  }
}
