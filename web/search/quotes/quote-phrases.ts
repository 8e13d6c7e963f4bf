import {
  clock,
  date,
  distance,
  duration,
  nightClock,
  nightTime,
  score,
  time,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import type { Card, PlanTimes, QuotesPage, ReasonCounts } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { counted, ofYou, reader } from '#contract/words.ts'
import { quotesWords } from './words.ts'

export const wordsFor = (search: SavedSearch) => reader(quotesWords, search.countryCode)

export const peopleIn = (search: SavedSearch): number => search.people.reduce((sum, look) => sum + look.count, 0)

export const peopleText = (search: SavedSearch): string => counted(peopleIn(search), 'person', 'people')

/** The short name of where the event is: Hackney. */
export const placeOf = (search: SavedSearch): string => {
  const { neighborhood, locality, place, placeName } = search.location.addressFull
  return neighborhood ?? locality ?? place ?? placeName.split(',')[0] ?? placeName
}

/** The place with its town, as the search bar shows it: Hackney, London. */
export const placeAndTown = (search: SavedSearch): string => {
  const { place } = search.location.addressFull
  const short = placeOf(search)
  return place && place !== short ? `${short}, ${place}` : short
}

export const dayOf = (search: SavedSearch): string =>
  date(search.appointmentSpot.eventDate, search.countryCode, new Date().getFullYear())

/** The ready-by time as in the time list; one before 5 AM is said to be the next day's. */
export function readyByOf(search: SavedSearch): string | null {
  const { finishTime } = search.appointmentSpot
  return finishTime ? nightTime(finishTime) : null
}

export function headline(page: QuotesPage): string {
  const t = wordsFor(page.search)
  const n = page.counts.people.fits
  if (page.counts.candidates === 0) return t('quotes.title.nobody', { place: placeOf(page.search) })
  if (n === 0) return t('quotes.title.zero')
  const { timeConstraint, startTime } = page.search.appointmentSpot
  const readyBy = readyByOf(page.search)
  if (timeConstraint === 'start' && startTime) return t('quotes.title.start', { n, time: time(startTime) })
  if (!readyBy) return t('quotes.title.noTime', { n, date: dayOf(page.search) })
  if (page.search.category.slug === 'makeup-hair-lessons') return t('quotes.title.lessons', { n, time: readyBy })
  return t('quotes.title', { n, ofYou: ofYou(peopleIn(page.search)), time: readyBy })
}

/** What the booked-out meter says; while fewer than ten reach the place it counts instead of giving a share. */
export function meterText(page: QuotesPage): string {
  const t = wordsFor(page.search)
  const { reach, bookedOut } = page.counts
  const place = placeOf(page.search)
  if (reach < 10) return t('meter.few', { m: bookedOut, artists: counted(reach, 'artist', 'artists'), place })
  if (page.bookedOutPercentage >= 100) return t('meter.all', { place })
  if (page.bookedOutPercentage < 10) return t('meter.low', { place })
  return t('meter.text', { percent: page.bookedOutPercentage, place })
}

/** The same in a few words, for the line beside the bar. */
export function meterShort(page: QuotesPage): string {
  const t = wordsFor(page.search)
  const { reach, bookedOut } = page.counts
  const place = placeOf(page.search)
  if (reach < 10) return t('meter.short.few', { m: bookedOut, n: reach })
  if (page.bookedOutPercentage >= 100) return t('meter.short.all', { place })
  if (page.bookedOutPercentage < 10) return t('meter.short.low', { place })
  return t('meter.short', { percent: page.bookedOutPercentage, place })
}

export const meterExplained = (page: QuotesPage): string =>
  wordsFor(page.search)('meter.explain', {
    m: page.counts.bookedOut,
    n: page.counts.reach,
    place: placeOf(page.search),
  })

/** A time of the plan with its minutes, in the zone of the event; one after the event's midnight says so. */
export function clockOf(instant: string, search: SavedSearch): string {
  const { timeZone, eventDate } = search.appointmentSpot
  const said = clock(zonedTime(instant, timeZone))
  return zonedDay(instant, timeZone) > eventDate ? `${said}, next day` : said
}

/** The day in a line: arrives 7:40 AM, done 11:30 AM. */
export function planText(plan: PlanTimes | null, mode: 'mobile' | 'studio', search: SavedSearch): string {
  const t = wordsFor(search)
  if (!plan) return t('card.plan.none')
  const done = clockOf(plan.doneAt, search)
  return mode === 'studio'
    ? t('card.plan.studio', { clock: clockOf(plan.startAt, search), done })
    : t('card.plan', { clock: clockOf(plan.arriveAt, search), done })
}

/** Why a card cannot be had, in a sentence. */
export function reasonText(card: Card, search: SavedSearch): string {
  if (card.reason === 'fits') return ''
  return wordsFor(search)(`reason.${card.reason}`, {
    place: placeOf(search),
    distance: distance(card.distance.metres, search.countryCode),
    people: peopleText(search),
    time: readyByOf(search) ?? 'then',
  })
}

const whyKeys = {
  rating: (t: Reader, v: number | null, card: Card) =>
    t('why.rating', { score: score(v ?? card.rating ?? 0), n: card.totalReviews }),
  'rating.few': (t: Reader) => t('why.rating.few'),
  answer: (t: Reader, v: number | null) => t('why.answer', { duration: duration(v ?? 60) }),
  answered: (t: Reader, v: number | null) => t('why.answered', { percent: v ?? 0 }),
  reliable: (t: Reader) => t('why.reliable'),
  distance: (t: Reader, _v: number | null, card: Card, search: SavedSearch) =>
    t('why.distance', { distance: distance(card.distance.metres, search.countryCode) }),
  price: (t: Reader, _v: number | null, _card: Card, search: SavedSearch) => t('why.price', { place: placeOf(search) }),
  'price.mid': (t: Reader, _v: number | null, _card: Card, search: SavedSearch) =>
    t('why.price.mid', { place: placeOf(search) }),
  new: (t: Reader) => t('why.new'),
} as const
type Reader = ReturnType<typeof wordsFor>

/** Why a card stands where it stands: what it is sorted by, or the two factors that count most. */
export function whyText(card: Card, page: Pick<QuotesPage, 'search' | 'sortBy'>): string {
  const t = wordsFor(page.search)
  if (page.sortBy !== 'recommended') return t('why.sorted', { sort: sortLabel(page.sortBy, page.search).toLowerCase() })
  if (card.featured) return t('why.lead.one', { a: t('why.featured') })
  const said = card.why.flatMap(({ factor, value }) => {
    const phrase = whyKeys[factor as keyof typeof whyKeys]
    return phrase ? [phrase(t, value, card, page.search)] : []
  })
  const [a, b] = said
  if (!a) return ''
  return b ? t('why.lead', { a, b }) : t('why.lead.one', { a })
}

const sortLabel = (sort: QuotesPage['sortBy'], search: SavedSearch): string => wordsFor(search)(`sort.${sort}`)

/** The reasons of those who do not fit, largest first: 9 fit, but not by 8:00 AM; 6 are booked; 3 do not travel this far. */
export function reasonsLine(counts: ReasonCounts, search: SavedSearch): string {
  const t = wordsFor(search)
  const { finishTime } = search.appointmentSpot
  const by = finishTime ? nightClock(finishTime) : 'then'
  const parts: [number, string][] = [
    [counts.otherHours, t('quotes.rescue.reason.hours', { n: counts.otherHours, clock: by })],
    [counts.booked, t('quotes.rescue.reason.booked', { n: counts.booked })],
    [counts.tooFar, t('quotes.rescue.reason.far', { n: counts.tooFar })],
    [counts.tooManyPeople, t('quotes.rescue.reason.people', { n: counts.tooManyPeople, people: peopleText(search) })],
    [counts.shortNotice, t('quotes.rescue.reason.notice', { n: counts.shortNotice })],
  ]
  const said = parts
    .filter(([n]) => n > 0)
    .sort(([a], [b]) => b - a)
    .map(([, text]) => text)
  return said.length
    ? `${said.join('; ')}.`
    : t(counts.fits > 0 ? 'quotes.rescue.reason.no-other' : 'quotes.rescue.reason.none', {
        radius: search.countryCode === 'GB' || search.countryCode === 'US' ? '31 miles' : '50 km',
      })
}

/** An instant as read where the event is: Sat 12 June, 8:00 AM. */
export const momentOf = (instant: string, search: SavedSearch): string => {
  const { timeZone } = search.appointmentSpot
  return `${date(zonedDay(instant, timeZone), search.countryCode, new Date().getFullYear())}, ${clock(zonedTime(instant, timeZone))}`
}

/** The day of an instant there. */
export const askedDay = (instant: string, search: SavedSearch): string =>
  date(zonedDay(instant, search.appointmentSpot.timeZone), search.countryCode, new Date().getFullYear())
