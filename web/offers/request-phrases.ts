import { countOf } from '#contract/i18n/counts.ts'
import {
  formatClock,
  formatDate,
  formatDistance,
  formatDuration,
  formatNightTime,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import type { Clash } from '#contract/offers/received-parts.ts'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import { formatCount } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const getRequestTranslator = (request: Pick<ReceivedRequest, 'countryCode'>) =>
  createTranslator(offerMessages, request.countryCode)

export const formatRequestPeople = (request: Pick<ReceivedRequest, 'people'>): string =>
  countOf('people', request.people)

/** Returns an instant in the event's zone: Sat 12 June, 8:00 AM. */
export const formatRequestMoment = (
  instant: string,
  { timeZone, countryCode }: Pick<ReceivedRequest, 'timeZone' | 'countryCode'>,
): string => `${dayText(zonedDay(instant, timeZone), countryCode)}, ${formatClock(zonedTime(instant, timeZone))}`

const dayText = (day: string, country: ReceivedRequest['countryCode']) =>
  formatDate(day, country, new Date().getFullYear())

/** Returns the day and the fixed time in a line. */
export function formatRequestWhen(request: ReceivedRequest): string {
  const t = getRequestTranslator(request)
  const day = dayText(request.eventDate, request.countryCode)
  if (request.timeConstraint === 'start' && request.startTime)
    return t('offer.when.start', { dateTime: day, time: formatNightTime(request.startTime) })
  return request.finishTime
    ? t('offer.when', { dateTime: day, time: formatNightTime(request.finishTime) })
    : t('offer.when.noTime', { date: day })
}

export const formatDistanceAway = (request: ReceivedRequest): string =>
  formatDistance(request.distance.metres, request.countryCode)

export function formatClash(
  { from, to, way }: Clash,
  request: Pick<ReceivedRequest, 'countryCode'>,
  at: (instant: string) => string,
): string {
  const t = getRequestTranslator(request)
  if (!way) return t('offer.clash.time', { clock: at(from), end: at(to) })
  const of = { place: way.place, duration: formatDuration(way.minutes) }
  if (!way.finishTime) return t(way.before ? 'offer.tooClose.none' : 'offer.tooClose.next.none', of)
  return t(way.before ? 'offer.tooClose' : 'offer.tooClose.next', { ...of, clock: formatNightTime(way.finishTime) })
}

/** Returns the remaining time: 40 min, 3 hours, 1 day. */
export function formatTimeLeft(endsAt: string, now: number): string {
  const minutes = Math.max(0, Math.floor((Date.parse(endsAt) - now) / 60_000))
  if (minutes >= 48 * 60) return formatCount(Math.floor(minutes / 1440), 'day', 'days')
  return minutes >= 180 ? formatDuration(Math.floor(minutes / 60) * 60) : formatDuration(minutes)
}

export function formatRequestState(request: ReceivedRequest): string {
  const t = getRequestTranslator(request)
  const { firstName, offer } = request
  if (request.state === 'offered' && offer && offer.state !== 'offered')
    return t(`state.offer.${offer.state}`, { firstName })
  const until = request.state === 'offered' && offer ? offer.endsAt : request.endsAt
  return t(`state.request.${request.state}`, { firstName, dateTime: formatRequestMoment(until, request) })
}

export const offerMessages = defineMessages({
  'offer.meta.title': 'Request · Primp',
  'offers.meta.title': 'Requests · Primp',
  'offers.title': 'Requests',
  'offers.text': '{n, plural, =0 {No requests to answer.} one {1 request to answer.} other {{n} requests to answer.}}',
  'offers.waiting': 'Requests to answer',
  'offers.standing': 'Open offers',
  'offers.ended': 'Ended',
  'offers.empty': 'No requests at the moment. New requests will appear here, and we will notify you.',
  'offers.empty.act': 'Open calendar',
  'offers.row': '{event}, {people}',
  'offers.fit': 'Fits your day',
  'offers.fit.clash': 'Clashes with your day',
  'offers.row.when': '{when}, {area}, {distance}',
  'offers.open': 'See request',
  'offers.back': 'All requests',
  'offers.left': '{duration} left',
  'offer.title': '{firstName}, {event}, {people}',
  'offer.when': '{dateTime}, ready by {time}',
  'offer.when.start': '{dateTime}, start at {time}',
  'offer.when.noTime': '{date}, time to be decided',
  'offer.where': '{area}, {distance} from you',
  'offer.where.studio': 'At your studio. {firstName} is coming from {area}.',
  'offer.where.note': 'You will see the address once the customer books.',
  'offer.left': '{timeLeft} left to answer',
  'offer.left.half': 'Half the time is left: {timeLeft}.',
  'offer.score': 'Customer rating from artists',
  'offer.party': 'Group',
  'offer.party.look': '{n} × {look}',
  'offer.inMind': 'Their look',
  'offer.sheet': 'Your run sheet',
  'offer.sheet.none': 'Suggest a time with your offer to see the plan.',
  'offer.price': 'You earn',
  'offer.price.customer': '{firstName} pays {total}',
  'offer.price.each': '{earnings} each',
  'offer.price.change': 'Change the price',
  'offer.price.keep': 'Keep the price',
  'offer.price.line': '{label}, per person',
  'offer.price.reason': 'Reason for the price change',
  'offer.price.reason.hint': '{firstName} will see this.',
  'offer.time.change': 'Suggest another time',
  'offer.time.keep': 'Keep the time',
  'offer.time.ready': 'Everyone ready by',
  'offer.time.plan': 'You arrive at {arrive} and are done at {done}.',
  'offer.note': 'Note to {firstName}',
  'offer.send': 'Send offer',
  'offer.counter': 'Send updated offer',
  'offer.decline': 'Decline',
  'offer.decline.title': "Decline {firstName}'s request?",
  'offer.decline.reason': 'Reason (optional)',
  'offer.decline.notFree': 'Not available',
  'offer.decline.tooFar': 'Too far',
  'offer.decline.notMyWork': 'Not my type of work',
  'offer.decline.tooMany': 'Too many people',
  'offer.decline.other': 'Something else',
  'offer.decline.booked': 'I am booked that day',
  'offer.decline.booked.hint': 'Declines the request and books out the whole day.',
  'offer.decline.back': 'Back',
  'offer.declined': 'Declined. We have told {firstName}.',
  'offer.declined.booked': 'Declined. {date} is now booked out.',
  'offer.sent': 'Sent. It is valid until {dateTime}, unless someone else books the time.',
  'offer.version': 'Version {n}, replaces the offer from {clock}',
  'offer.again': 'Send another version',
  'offer.withdraw': 'Withdraw',
  'offer.withdrawn': 'Withdrawn. We have told {firstName}.',
  'offer.clash': 'You are with {firstName} at {clock}. Suggest another time.',
  'offer.tooClose': 'You need {duration} to travel from {place}. Suggest {clock}.',
  'offer.tooClose.none': 'You need {duration} to travel from {place}. Suggest another time.',
  'offer.tooClose.next': 'You need {duration} to travel to {place} afterwards. Suggest {clock}.',
  'offer.tooClose.next.none': 'You need {duration} to travel to {place} afterwards. Suggest another time.',
  'offer.clash.time': 'You are not available from {clock} to {end}. Suggest another time.',
  'offer.payout': 'Add payout details before you send an offer. You can still decline.',
  'offer.payout.act': 'Add payout details',
  'state.request.requested': 'New. Reply by {dateTime}',
  'state.request.offered': 'Offer sent. Valid until {dateTime}',
  'state.request.declined': 'You declined',
  'state.request.expired': 'You did not reply in time',
  'state.request.withdrawn': '{firstName} withdrew the request',
  'state.request.unconfirmed': 'Not sent yet',
  'state.offer.offered': 'Waiting for {firstName}',
  'state.offer.accepted': '{firstName} has booked',
  'state.offer.declined': '{firstName} declined',
  'state.offer.expired': 'Expired',
  'state.offer.withdrawn': 'You withdrew the offer',
  'state.offer.superseded': 'Replaced by your new offer',
  'offer.time.choose': 'Choose a time',
})
