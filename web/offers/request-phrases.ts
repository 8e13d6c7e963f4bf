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
import { type Catalogue, formatCount, createTranslator } from '#contract/words.ts'

export const getRequestTranslator = (request: Pick<ReceivedRequest, 'countryCode'>) =>
  createTranslator(offerMessages, request.countryCode)

export const formatRequestPeople = (request: Pick<ReceivedRequest, 'people'>): string =>
  formatCount(request.people, 'person', 'people')

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

export const offerMessages = {
  'offer.meta.title': 'Request · Primp',
  'offers.meta.title': 'Requests · Primp',
  'offers.title': 'Requests',
  'offers.text': {
    zero: 'Nothing waits for an answer.',
    one: '1 request waits for an answer.',
    other: '{n} requests wait for an answer.',
  },
  'offers.waiting': 'Requests to answer',
  'offers.standing': 'Offers that stand',
  'offers.ended': 'Ended',
  'offers.empty': 'No request waits. New ones show here at once, and we write.',
  'offers.empty.act': 'Open calendar',
  'offers.row': '{event}, {people}',
  'offers.row.when': '{when}, {area}, {distance}',
  'offers.open': 'See request',
  'offers.back': 'All requests',
  'offers.left': '{duration} left',
  'offer.title': '{firstName}, {event}, {people}',
  'offer.when': '{dateTime}, ready by {time}',
  'offer.when.start': '{dateTime}, start at {time}',
  'offer.when.noTime': '{date}, time not sure yet',
  'offer.where': '{area}, {distance} from you',
  'offer.where.studio': 'At your studio. {firstName} comes from {area}.',
  'offer.where.note': 'The address shows once it is booked.',
  'offer.left': '{timeLeft} to answer',
  'offer.left.half': 'Half the time has gone. {timeLeft} left.',
  'offer.score': 'How artists found {firstName}',
  'offer.party': 'Who is in the chairs',
  'offer.party.look': '{n} × {look}',
  'offer.inMind': 'The look in mind',
  'offer.sheet': 'Your run sheet for this',
  'offer.sheet.none': 'Without a time there is no plan. Suggest one with your offer.',
  'offer.price': 'Your earnings',
  'offer.price.customer': '{firstName} pays {total}',
  'offer.price.each': '{earnings} each',
  'offer.price.change': 'Change the price',
  'offer.price.keep': 'Keep the price',
  'offer.price.line': '{label}, for one',
  'offer.price.reason': 'Say why the price differs',
  'offer.price.reason.hint': '{firstName} sees this sentence.',
  'offer.time.change': 'Suggest another time',
  'offer.time.keep': 'Keep the time',
  'offer.time.ready': 'Everyone ready by',
  'offer.time.plan': 'You arrive at {arrive} and are done at {done}.',
  'offer.note': 'Note to {firstName}',
  'offer.send': 'Send offer',
  'offer.counter': 'Send changed offer',
  'offer.decline': 'Decline',
  'offer.decline.title': 'Say no to {firstName}?',
  'offer.decline.reason': 'Reason, if you like',
  'offer.decline.notFree': 'Not free',
  'offer.decline.tooFar': 'Too far',
  'offer.decline.notMyWork': 'Not my kind of work',
  'offer.decline.tooMany': 'Too many people',
  'offer.decline.other': 'Something else',
  'offer.decline.booked': 'I am booked that day',
  'offer.decline.booked.hint': 'Declines and books the whole day out in one tap.',
  'offer.decline.back': 'Back',
  'offer.declined': 'Declined. {firstName} has been told.',
  'offer.declined.booked': 'Declined, and {date} is booked out.',
  'offer.sent': 'Sent. It stands until {dateTime}, or until the time is taken.',
  'offer.version': 'Version {n}, replaces the offer of {clock}',
  'offer.again': 'Send another version',
  'offer.withdraw': 'Take back',
  'offer.withdrawn': 'Taken back. {firstName} has been told.',
  'offer.clash': 'This would overlap with {firstName} at {clock}. Suggest another time.',
  'offer.tooClose': 'From {place} you need {duration} to get there. Suggest {clock}.',
  'offer.tooClose.none': 'From {place} you need {duration} to get there. Suggest another time.',
  'offer.tooClose.next': 'On to {place} you need {duration} afterwards. Suggest {clock}.',
  'offer.tooClose.next.none': 'On to {place} you need {duration} afterwards. Suggest another time.',
  'offer.clash.time': 'You are not free from {clock} to {end}. Suggest another time.',
  'offer.payout': 'Add payout details before you make an offer: nobody could pay it. You can still say no.',
  'offer.payout.act': 'Add payout details',
  'state.request.requested': 'New. Answer by {dateTime}',
  'state.request.offered': 'Offer sent. Stands until {dateTime}',
  'state.request.declined': 'You declined',
  'state.request.expired': 'You did not answer in time',
  'state.request.withdrawn': '{firstName} took it back',
  'state.request.unconfirmed': 'Not sent yet',
  'state.offer.offered': 'Waiting for {firstName}',
  'state.offer.accepted': '{firstName} has booked',
  'state.offer.declined': '{firstName} said no',
  'state.offer.expired': 'Ended without a booking',
  'state.offer.withdrawn': 'You took it back',
  'state.offer.superseded': 'Replaced by your newer one',
  'offer.time.choose': 'Choose a time',
} as const satisfies Catalogue
