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
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookingMessages } from './booking-messages.ts'

/** The fields of a booking that its headline needs. */
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

export const formatRefundMethod = (one: Pick<Appointment, 'countryCode' | 'payments'>): string =>
  getBookingTranslator(one)(`way.${getRefundMethod(one.payments)}`)

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
/** Returns the event's day: Sat 12 June 2027. */
export const formatEventDay = ({ eventDate, countryCode }: Pick<Appointment, 'eventDate' | 'countryCode'>): string =>
  formatDate(eventDate, countryCode, new Date().getFullYear())
/** Returns the day of an instant in the event's zone: Sat 12 June 2027. */
export const formatDay = (
  instant: string,
  { timeZone, countryCode }: Pick<Appointment, 'timeZone' | 'countryCode'>,
): string => formatDate(zonedDay(instant, timeZone), countryCode, new Date().getFullYear())
export const formatEventMoment = (
  instant: string,
  { timeZone, countryCode }: Pick<Appointment, 'timeZone' | 'countryCode'>,
): string =>
  `${formatDate(zonedDay(instant, timeZone), countryCode, new Date().getFullYear())}, ${formatClockIn(instant, timeZone)}`
/** Returns the ready-by time, or the start if that is fixed. */
export const formatReady = ({
  readyAt,
  startsAt,
  timeZone,
}: Pick<Headline, 'readyAt' | 'startsAt' | 'timeZone'>): string => timeIn(readyAt ?? startsAt, timeZone)

/**
 * Returns the day of a booking, when the artist plans to work and until when everyone is ready, each with its label:
 * work ends at or before the ready-by time.
 */
export function listTimes(
  one: Pick<Headline, 'countryCode' | 'timeZone' | 'eventDate' | 'startsAt' | 'readyAt'> & Pick<Appointment, 'endsAt'>,
): [string, string | null][] {
  const t = getBookingTranslator(one)
  return [
    [t('sheet.when'), formatEventDay(one)],
    [
      t('sheet.work'),
      t('sheet.work.span', {
        from: formatClockIn(one.startsAt, one.timeZone),
        to: formatClockIn(one.endsAt, one.timeZone),
      }),
    ],
    [t('sheet.readyBy'), one.readyAt && formatReady(one)],
  ]
}

export const formatAmount = (amount: number, { currency }: Pick<AppointmentSummary, 'currency'>): string =>
  formatMoney(amount, currency, { decimals: 'always' })

/** Returns calendar days until then in the event's zone; 0 is today, negative is past. */
export function countDaysUntil(
  { eventDate, timeZone }: Pick<Appointment, 'eventDate' | 'timeZone'>,
  now = Date.now(),
): number {
  return Math.round((Date.parse(eventDate) - Date.parse(zonedDay(new Date(now).toISOString(), timeZone))) / 86_400_000)
}

/** Returns a place without its region and country: Hackney, London. */
export const formatShortPlace = (place: string): string => place.split(', ').slice(0, 2).join(', ')
/** Returns the line below a booking's title: the day, the artist and what was paid; without the parts that are off. */
export function formatBookedLine(
  appointment: Headline & Pick<Appointment, 'deposit' | 'inFull' | 'currency' | 'payments' | 'laterDeposit'>,
  { dated = true, paid = true } = {},
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
  const later = appointment.laterDeposit
  const part = appointment.inFull ? 'done.paid.whole' : later && later.state !== 'paid' ? 'done.paid.fee' : 'done.paid'
  // Transferred or credit-only payments have no receipt.
  const line = t(`done.${dated ? 'with' : 'by'}${assistants.length ? '.team' : ''}`, said)
  return paid ? `${line} ${t(said.email ? part : `${part}.unsent`, said)}` : line
}

/** Returns the balance for a card in major units, without vouchers. */
export const openBalance = ({ balance, credits }: Pick<Appointment, 'balance' | 'credits'>): number =>
  toHundredths(balance - credits.reduce((sum, { amount }) => sum + amount, 0))
