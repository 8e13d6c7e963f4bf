import type { Appointment, AppointmentSummary } from '#contract/bookings/appointment.ts'
import { wayBack } from '#contract/payments/way-back.ts'
import { clock, date, money, time, zonedDay, zonedTime } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { bookingWords } from './booking-words.ts'

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

export const wordsOf = ({ countryCode }: Pick<Appointment, 'countryCode'>) => reader(bookingWords, countryCode)
export const firstNameOf = (name: string): string => name.split(' ')[0] ?? name

/** Where what was paid goes back to. */
export const wayText = (one: Pick<Appointment, 'countryCode' | 'payments'>): string =>
  wordsOf(one)(`way.${wayBack(one.payments)}`)

/** The state in the words of whoever reads it. */
export function stateText(one: Headline, side: 'customer' | 'provider' | 'operator'): string {
  const t = wordsOf(one)
  const reads = side === 'customer' ? 'customer' : 'provider'
  const said = { name: one.provider.name, firstName: firstNameOf(one.customer.name) }
  if (one.state === 'cancelled' && one.cancelledBy) return t(`state.cancelled.${one.cancelledBy}.${reads}`, said)
  if (one.state === 'no_show' && one.noShowOf) return t(`state.no_show.${one.noShowOf}.${reads}`, said)
  return t(`state.${one.state}` as 'state.booked', said)
}

export const clockIn = (instant: string, timeZone: string): string => clock(zonedTime(instant, timeZone))
const timeIn = (instant: string, timeZone: string): string => time(zonedTime(instant, timeZone))
/** The event's day: Sat 12 June 2027. */
export const dayText = ({ eventDate, countryCode }: Pick<Appointment, 'eventDate' | 'countryCode'>): string =>
  date(eventDate, countryCode, new Date().getFullYear())
/** An instant with its day, where the event is. */
export const momentText = (
  instant: string,
  { timeZone, countryCode }: Pick<Appointment, 'timeZone' | 'countryCode'>,
): string =>
  `${date(zonedDay(instant, timeZone), countryCode, new Date().getFullYear())}, ${clockIn(instant, timeZone)}`
/** When it is ready, or begins where the start is what counts. */
export const readyText = ({
  readyAt,
  startsAt,
  timeZone,
}: Pick<Headline, 'readyAt' | 'startsAt' | 'timeZone'>): string => timeIn(readyAt ?? startsAt, timeZone)

export const cashOf = (amount: number, { currency }: Pick<AppointmentSummary, 'currency'>): string =>
  money(amount, currency, { decimals: 'always' })

/** Whole days until then, as calendars count them where the event is; 0 is today, below it is past. */
export function daysUntil(
  { eventDate, timeZone }: Pick<Appointment, 'eventDate' | 'timeZone'>,
  now = Date.now(),
): number {
  return Math.round((Date.parse(eventDate) - Date.parse(zonedDay(new Date(now).toISOString(), timeZone))) / 86_400_000)
}

/** The words under the head of a booking: which day, with whom. */
export function bookedLine(
  appointment: Headline & Pick<Appointment, 'deposit' | 'inFull' | 'currency' | 'payments'>,
): string {
  const t = wordsOf(appointment)
  const [, ...assistants] = appointment.provider.artists
  const said = {
    date: dayText(appointment),
    name: appointment.provider.name,
    deposit: cashOf(appointment.deposit, appointment),
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
