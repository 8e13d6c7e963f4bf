import type { Appointment, AppointmentSummary } from '#contract/appointments/appointment.ts'
import {
  formatClock,
  formatDate,
  formatMoney,
  formatTime,
  toHundredths,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import { createTranslator } from '#contract/words.ts'
import { bookingMessages } from './booking-messages.ts'

/** What is said of a booking wherever it is named. */
export type Headline = Pick<
  Appointment,
  | 'state'
  | 'cancelledBy'
  | 'noShowOf'
  | 'provider'
  | 'customer'
  | 'countryCode'
  | 'timeZone'
  | 'startsAt'
  | 'readyAt'
  | 'eventDate'
>

export const getBookingTranslator = ({ countryCode }: Pick<Appointment, 'countryCode'>) =>
  createTranslator(bookingMessages, countryCode)
export const getFirstName = (name: string): string => name.split(' ')[0] ?? name

/** Where what was paid goes back to. */
export const formatRefundMethod = (one: Pick<Appointment, 'countryCode' | 'payments'>): string =>
  getBookingTranslator(one)(`way.${getRefundMethod(one.payments)}`)

/** The state in the words of whoever reads it. */
export function formatState(one: Headline, side: 'customer' | 'provider' | 'operator'): string {
  const t = getBookingTranslator(one)
  const reads = side === 'customer' ? 'customer' : 'provider'
  const said = { name: one.provider.name, firstName: getFirstName(one.customer.name) }
  if (one.state === 'cancelled' && one.cancelledBy) return t(`state.cancelled.${one.cancelledBy}.${reads}`, said)
  if (one.state === 'no_show' && one.noShowOf) return t(`state.no_show.${one.noShowOf}.${reads}`, said)
  return t(`state.${one.state}` as 'state.booked', said)
}

export const formatClockIn = (instant: string, timeZone: string): string => formatClock(zonedTime(instant, timeZone))
const timeIn = (instant: string, timeZone: string): string => formatTime(zonedTime(instant, timeZone))
/** The event's day: Sat 12 June 2027. */
export const formatEventDay = ({ eventDate, countryCode }: Pick<Appointment, 'eventDate' | 'countryCode'>): string =>
  formatDate(eventDate, countryCode, new Date().getFullYear())
/** An instant with its day, where the event is. */
export const formatEventMoment = (
  instant: string,
  { timeZone, countryCode }: Pick<Appointment, 'timeZone' | 'countryCode'>,
): string =>
  `${formatDate(zonedDay(instant, timeZone), countryCode, new Date().getFullYear())}, ${formatClockIn(instant, timeZone)}`
/** When it is ready, or begins where the start is what counts. */
export const formatReady = ({
  readyAt,
  startsAt,
  timeZone,
}: Pick<Headline, 'readyAt' | 'startsAt' | 'timeZone'>): string => timeIn(readyAt ?? startsAt, timeZone)

export const formatAmount = (amount: number, { currency }: Pick<AppointmentSummary, 'currency'>): string =>
  formatMoney(amount, currency, { decimals: 'always' })

/** Whole days until then, as calendars count them where the event is; 0 is today, below it is past. */
export function countDaysUntil(
  { eventDate, timeZone }: Pick<Appointment, 'eventDate' | 'timeZone'>,
  now = Date.now(),
): number {
  return Math.round((Date.parse(eventDate) - Date.parse(zonedDay(new Date(now).toISOString(), timeZone))) / 86_400_000)
}

/** The words under the head of a booking: which day, with whom. */
export function formatBookedLine(
  appointment: Headline & Pick<Appointment, 'deposit' | 'inFull' | 'currency' | 'payments'>,
): string {
  const t = getBookingTranslator(appointment)
  const [, ...assistants] = appointment.provider.artists
  const said = {
    date: formatEventDay(appointment),
    name: appointment.provider.name,
    deposit: formatAmount(appointment.deposit, appointment),
    email: appointment.payments[0]?.email ?? '',
    assistants: assistants.join(', '),
  }
  const paid = appointment.inFull ? 'done.paid.whole' : 'done.paid'
  // What was carried over from another booking, or paid by credit alone, has no payment with an address.
  return [
    t(assistants.length ? 'done.with.team' : 'done.with', said),
    t(said.email ? paid : `${paid}.unsent`, said),
  ].join(' ')
}

/** What of a balance a card has to pay, in major units: less what gift vouchers pay. */
export const openBalance = ({ balance, credits }: Pick<Appointment, 'balance' | 'credits'>): number =>
  toHundredths(balance - credits.reduce((sum, { amount }) => sum + amount, 0))
