import type { Appointment } from '#contract/appointments/appointment.ts'

/** Ahead until the artist's work starts, underway until it ends, then over; off when it does not take place. */
export type BookingStage = 'ahead' | 'underway' | 'over' | 'off'

/** Returns the stage of a booking at a time in milliseconds. */
export function getBookingStage(
  { state, startsAt, endsAt }: Pick<Appointment, 'state' | 'startsAt' | 'endsAt'>,
  now = Date.now(),
): BookingStage {
  if (state === 'cancelled' || state === 'no_show') return 'off'
  if (state !== 'booked' || now >= Date.parse(endsAt)) return 'over'
  return now < Date.parse(startsAt) ? 'ahead' : 'underway'
}

/** Parts of a booking's page that not every stage has. */
interface BookingParts {
  /** Paid deposit and receipt address, in the line below the title. */
  paid: boolean
  calendarLink: boolean
  share: boolean
  print: boolean
  runSheet: boolean
  /** Reading and signing what the artist asks before the day; what was signed stays. */
  preparation: boolean
  /** Refunds by the date of cancellation. */
  refunds: boolean
  /** A search with the same people and place on another day. */
  again: boolean
}

export const bookingParts: Readonly<Record<BookingStage, BookingParts>> = {
  ahead: {
    paid: true,
    calendarLink: true,
    share: true,
    print: true,
    runSheet: true,
    preparation: true,
    refunds: true,
    again: false,
  },
  underway: {
    paid: false,
    calendarLink: false,
    share: true,
    print: true,
    runSheet: true,
    preparation: true,
    refunds: false,
    again: false,
  },
  over: {
    paid: false,
    calendarLink: false,
    share: false,
    print: true,
    runSheet: true,
    preparation: false,
    refunds: false,
    again: true,
  },
  off: {
    paid: false,
    calendarLink: false,
    share: false,
    print: false,
    runSheet: false,
    preparation: false,
    refunds: false,
    again: true,
  },
}
