import { formatMoney } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import {
  type AppointmentRow,
  type BookingEvents,
  formatMoment,
  isUrgent,
  notifySide,
} from '#server/appointments/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listBooked } from './linked-appointments.queries.ts'
import type { LinkedKind } from '#server/billing/index.ts'

type LinkedNotice =
  | `trial.${'booked' | 'moved' | 'off' | 'open' | 'soon' | 'dropped'}`
  | `test.${'booked' | 'moved' | 'off' | 'missed' | 'soon'}`
type Notified = { id: string; starts_at: Date | null; backMinor?: Minor }

export const noticeName = { trial: 'trial', patch_test: 'test' } as const satisfies Record<LinkedKind, string>

/** The idempotency key includes the time, because a trial may return to an earlier one. */
function getFact(notice: LinkedNotice, { id, starts_at }: Notified): string {
  if (!notice.startsWith('trial.') || !starts_at) return id
  const at = `${id} ${Math.round(starts_at.getTime() / 60_000)}`
  return notice === 'trial.moved' || notice === 'trial.open' ? `${at} ${crypto.randomUUID()}` : at
}

/** Notifies both sides once per fact, in the caller's transaction. `backMinor` is the price reduction. */
export async function notifyBothSides(
  ctx: Context,
  sender: Sender,
  booking: AppointmentRow,
  notice: LinkedNotice,
  linked: Notified,
): Promise<void> {
  const { starts_at, backMinor = 0 } = linked
  const fact = getFact(notice, linked)
  const when = starts_at ? formatMoment(starts_at, booking, ctx.now) : ''
  const back = backMinor > 0 ? formatMoney(toMajor(backMinor), booking.currency, { decimals: 'always' }) : null
  for (const side of ['customer', 'provider'] as const)
    await notifySide(ctx, sender, booking, side, `${notice}.${side}`, {
      // The reminder queries filter by the fact of the customer's notification.
      fact: `${notice}${side === 'provider' ? '.artist' : ''} ${fact}`,
      values: { testTime: when, trialTime: when, back },
      urgent: isUrgent(ctx.now, starts_at ?? booking.starts_at),
    })
}

/** Asks the provider once, in the caller's transaction. */
export const requestPatchTestOutcome = (
  ctx: Context,
  sender: Sender,
  booking: AppointmentRow,
  test: { id: string; starts_at: Date },
): Promise<void> =>
  notifySide(ctx, sender, booking, 'provider', 'test.unspoken.provider', {
    fact: `test.unspoken ${test.id}`,
    values: { testTime: formatMoment(test.starts_at, booking, ctx.now) },
    urgent: isUrgent(ctx.now, booking.starts_at),
  })

export async function notifyBooked(
  ctx: Context,
  { rows: bookings, sender }: BookingEvents['bookingConfirmed'],
): Promise<void> {
  const booked = await listBooked(
    ctx.db,
    bookings.map(({ id }) => id),
  )
  for (const linked of booked) {
    const booking = bookings.find(({ id }) => id === linked.appointment_id)
    if (booking) await notifyBothSides(ctx, sender, booking, `${noticeName[linked.kind]}.booked`, linked)
  }
}
