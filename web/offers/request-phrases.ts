import { clock, date, distance, duration, nightTime, zonedDay, zonedTime } from '#contract/format.ts'
import type { Clash } from '#contract/offers/received-parts.ts'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import { counted, reader } from '#contract/words.ts'
import { offerWords } from './words.ts'

export const wordsOf = (request: Pick<ReceivedRequest, 'countryCode'>) => reader(offerWords, request.countryCode)

export const peopleOf = (request: Pick<ReceivedRequest, 'people'>): string =>
  counted(request.people, 'person', 'people')

/** An instant where the event is: Sat 12 June, 8:00 AM. */
export const momentOf = (
  instant: string,
  { timeZone, countryCode }: Pick<ReceivedRequest, 'timeZone' | 'countryCode'>,
): string => `${dayText(zonedDay(instant, timeZone), countryCode)}, ${clock(zonedTime(instant, timeZone))}`

const dayText = (day: string, country: ReceivedRequest['countryCode']) => date(day, country, new Date().getFullYear())

/** The day and the time that is fixed, in a line. */
export function whenOf(request: ReceivedRequest): string {
  const t = wordsOf(request)
  const day = dayText(request.eventDate, request.countryCode)
  if (request.timeConstraint === 'start' && request.startTime)
    return t('offer.when.start', { dateTime: day, time: nightTime(request.startTime) })
  return request.finishTime
    ? t('offer.when', { dateTime: day, time: nightTime(request.finishTime) })
    : t('offer.when.noTime', { date: day })
}

export const awayOf = (request: ReceivedRequest): string => distance(request.distance.metres, request.countryCode)

/** Why a job cannot be taken as it is asked, and when it could. */
export function clashOf(
  { from, to, way }: Clash,
  request: Pick<ReceivedRequest, 'countryCode'>,
  at: (instant: string) => string,
): string {
  const t = wordsOf(request)
  if (!way) return t('offer.clash.time', { clock: at(from), end: at(to) })
  const of = { place: way.place, duration: duration(way.minutes) }
  if (!way.finishTime) return t(way.before ? 'offer.tooClose.none' : 'offer.tooClose.next.none', of)
  return t(way.before ? 'offer.tooClose' : 'offer.tooClose.next', { ...of, clock: nightTime(way.finishTime) })
}

/** How much time is left, in whole minutes below a day: 40 min, 3 hours, 1 day. */
export function leftOf(endsAt: string, now: number): string {
  const minutes = Math.max(0, Math.floor((Date.parse(endsAt) - now) / 60_000))
  if (minutes >= 48 * 60) return counted(Math.floor(minutes / 1440), 'day', 'days')
  return minutes >= 180 ? duration(Math.floor(minutes / 60) * 60) : duration(minutes)
}

/** What has become of a request, in a line. */
export function stateOf(request: ReceivedRequest): string {
  const t = wordsOf(request)
  const { firstName, offer } = request
  if (request.state === 'offered' && offer && offer.state !== 'offered')
    return t(`state.offer.${offer.state}`, { firstName })
  const until = request.state === 'offered' && offer ? offer.endsAt : request.endsAt
  return t(`state.request.${request.state}`, { firstName, dateTime: momentOf(until, request) })
}
