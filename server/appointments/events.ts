import type { Appointment } from '#contract/appointments/appointment.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow, DisputeRow, MoveRow, listParticipants } from './appointments.queries.ts'
import type { Parties } from './notices.queries.ts'

/** Booking events and their payloads. Each is published in a transaction after the change is written. */
export type BookingEvents = {
  /** New bookings that were paid for, or that replace a cancelled one. The job that finishes bookings publishes it. */
  bookingConfirmed: {
    rows: readonly AppointmentRow[]
    parties: ReadonlyMap<string, Parties>
    sender: Sender
  }
  /** Another time or another party. The diary of the provider is locked. */
  bookingMoved: { row: AppointmentRow; partyChanged: boolean; sender: Sender }
  /** The diary of the provider is locked. The publisher handles refunds and notifications. */
  bookingCancelled: {
    before: AppointmentRow
    row: AppointmentRow
    by: 'customer' | 'provider' | 'operator'
    reason: string
  }
  bookingCompleted: { row: AppointmentRow; payments: readonly PaymentRow[] }
}

type Handler<Event> = (ctx: Context, event: Event) => Promise<unknown>

/** Context for presenting an appointment to one side, shared by the presenters. */
type Presented = {
  row: AppointmentRow
  side: Appointment['side']
  provider: Awaited<ReturnType<typeof listParticipants>>[number] | undefined
  payments: readonly PaymentRow[]
  move: MoveRow | null
  dispute: DisputeRow | null
}

type Part<Field extends keyof Appointment> = (ctx: Context, of: Presented) => Promise<Pick<Appointment, Field>>

export type AppointmentParts = {
  calendar: Part<'note'>
  billing: Part<
    | 'paid'
    | 'refunded'
    | 'refundWaiting'
    | 'depositPaidBy'
    | 'held'
    | 'tip'
    | 'credits'
    | 'agreedBalance'
    | 'laterDeposit'
    | 'payments'
    | 'refund'
  >
  preparation: Part<'forms' | 'patchTest' | 'trial'>
  checkout: Part<'split'>
  party: Part<'plan' | 'planned' | 'said' | 'elsewhere' | 'sharedWay' | 'guests' | 'teamGuests'>
  bookings: Part<'move' | 'problem' | 'acts'>
}

type EventHandlers = { [Name in keyof BookingEvents]: readonly Handler<BookingEvents[Name]>[] }

export type BookingHandlers = { events: EventHandlers; appointmentParts: AppointmentParts }

let registered: BookingHandlers | undefined

/** Call it before the first request or job. */
export function registerBookingHandlers(handlers: BookingHandlers): void {
  registered = handlers
}

function getHandlers(): BookingHandlers {
  if (!registered) throw new Error('no booking handlers are registered')
  return registered
}

/** Runs the handlers of an event in sequence in the caller's transaction. An error rolls it back. */
export async function publishBookingEvent<Name extends keyof BookingEvents>(
  ctx: Context,
  name: Name,
  event: BookingEvents[Name],
): Promise<void> {
  const handlers: EventHandlers[Name] = getHandlers().events[name]
  for (const handle of handlers) await handle(ctx, event)
}

export async function presentParts(ctx: Context, of: Presented) {
  const { calendar, billing, preparation, checkout, party, bookings } = getHandlers().appointmentParts
  return {
    ...(await billing(ctx, of)),
    ...(await party(ctx, of)),
    ...(await preparation(ctx, of)),
    ...(await checkout(ctx, of)),
    ...(await bookings(ctx, of)),
    ...(await calendar(ctx, of)),
  }
}
