import { countOf } from '#contract/i18n/counts.ts'
import {
  formatClock,
  formatDate,
  formatDistance,
  formatDuration,
  markNextDay,
  formatNightTime,
  formatScore,
  formatTime,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import type { Card, PlanTimes, QuotesPage, ReasonCounts } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { formatYou } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { quotesMessages } from './messages.ts'

export const getQuotesTranslator = (search: SavedSearch) => createTranslator(quotesMessages, search.countryCode)

export const countSearchPeople = (search: SavedSearch): number =>
  search.people.reduce((sum, look) => sum + look.count, 0)

export const formatSearchPeople = (search: SavedSearch): string => countOf('people', countSearchPeople(search))

/** Returns the short name of the event's place: Hackney. */
export const formatEventPlace = (search: SavedSearch): string => {
  const { neighborhood, locality, place, placeName } = search.location.addressFull
  return neighborhood ?? locality ?? place ?? placeName.split(',')[0] ?? placeName
}

/** Returns the place with its town: Hackney, London. */
export const formatPlaceAndTown = (search: SavedSearch): string => {
  const { place } = search.location.addressFull
  const short = formatEventPlace(search)
  return place && place !== short ? `${short}, ${place}` : short
}

export const formatQuoteDay = (search: SavedSearch): string =>
  formatDate(search.appointmentSpot.eventDate, search.countryCode, new Date().getFullYear())

/** Returns the ready-by time; before 5 AM it is marked as the next day. */
export function formatReadyBy(search: SavedSearch): string | null {
  const { finishTime } = search.appointmentSpot
  return finishTime ? formatNightTime(finishTime) : null
}

export function formatQuotesHeadline(page: QuotesPage): string {
  const t = getQuotesTranslator(page.search)
  const n = page.counts.people.fits
  if (page.counts.candidates === 0) return t('quotes.title.nobody', { place: formatEventPlace(page.search) })
  if (n === 0) return t('quotes.title.zero')
  const { timeConstraint, startTime } = page.search.appointmentSpot
  const readyBy = formatReadyBy(page.search)
  if (timeConstraint === 'start' && startTime) return t('quotes.title.start', { n, time: formatTime(startTime) })
  if (!readyBy) return t('quotes.title.noTime', { n, date: formatQuoteDay(page.search) })
  if (page.search.category.slug === 'makeup-hair-lessons') return t('quotes.title.lessons', { n, time: readyBy })
  return t('quotes.title', { n, ofYou: formatYou(countSearchPeople(page.search)), time: readyBy })
}

/** Returns how many of the artists in the headline come to the customer, have a studio, or do both. */
export function formatModes({ counts, search }: QuotesPage): string {
  const t = getQuotesTranslator(search)
  const [n, mobile, studio] = [counts.people.fits, counts.mobile.fits, counts.studio.fits]
  if (studio === 0) return t('quotes.modes.mobile', { n })
  if (mobile === 0) return t('quotes.modes.studio', { n })
  return t('quotes.modes', { mobile, studio, both: mobile + studio - n })
}

/** Returns the booked-out text; a count instead of a share below ten artists. */
export function formatMeter(page: QuotesPage): string {
  const t = getQuotesTranslator(page.search)
  const { reach, people } = page.counts
  const place = formatEventPlace(page.search)
  const when = page.search.appointmentSpot.finishTime ? 'time' : 'day'
  if (reach < 10) return t('meter.few', { m: people.booked, n: reach, place })
  if (page.bookedOutPercentage >= 100) return t('meter.all', { place, when })
  if (page.bookedOutPercentage < 10) return t('meter.low', { place, when })
  return t('meter.text', { percent: page.bookedOutPercentage, place, when })
}

/** Returns the short version for the line beside the bar. */
export function formatMeterShort(page: QuotesPage): string {
  const t = getQuotesTranslator(page.search)
  const { reach, people } = page.counts
  const when = page.search.appointmentSpot.finishTime ? 'time' : 'day'
  if (reach < 10) return t('meter.short.few', { m: people.booked, n: reach })
  if (page.bookedOutPercentage >= 100) return t('meter.short.all', { when })
  if (page.bookedOutPercentage < 10) return t('meter.short.low', { when })
  return t('meter.short', { percent: page.bookedOutPercentage, when })
}

export const explainMeter = (page: QuotesPage): string =>
  getQuotesTranslator(page.search)('meter.explain', {
    m: page.counts.people.booked,
    n: page.counts.reach,
    place: formatEventPlace(page.search),
  })

/** Returns a plan time with minutes in the event's zone, marked if after midnight. */
export function formatPlanClock(instant: string, search: SavedSearch): string {
  const { timeZone, eventDate } = search.appointmentSpot
  const said = formatClock(zonedTime(instant, timeZone))
  return zonedDay(instant, timeZone) > eventDate ? markNextDay(said) : said
}

/** Returns the day in short: arrives 7:40 AM, done 11:30 AM. */
export function planText(plan: PlanTimes | null, mode: 'mobile' | 'studio', search: SavedSearch): string {
  const t = getQuotesTranslator(search)
  if (!plan) return t('card.plan.none')
  const done = formatPlanClock(plan.doneAt, search)
  return mode === 'studio'
    ? t('card.plan.studio', { clock: formatPlanClock(plan.startAt, search), done })
    : t('card.plan', { clock: formatPlanClock(plan.arriveAt, search), done })
}

export function formatReason(card: Card, search: SavedSearch): string {
  if (card.reason === 'fits') return ''
  const t = getQuotesTranslator(search)
  return t(`reason.${card.reason}`, {
    place: formatEventPlace(search),
    distance: formatDistance(card.distance.metres, search.countryCode),
    people: formatSearchPeople(search),
    time: formatReadyBy(search) ?? t('reason.then'),
  })
}

const whyKeys = {
  rating: (t: Reader, v: number | null, card: Card) =>
    t('why.rating', { score: formatScore(v ?? card.rating ?? 0), n: card.totalReviews }),
  'rating.few': (t: Reader) => t('why.rating.few'),
  answer: (t: Reader, v: number | null) => t('why.answer', { duration: formatDuration(v ?? 60) }),
  answered: (t: Reader, v: number | null) => t('why.answered', { percent: v ?? 0 }),
  reliable: (t: Reader) => t('why.reliable'),
  distance: (t: Reader, _v: number | null, card: Card, search: SavedSearch) =>
    t('why.distance', { distance: formatDistance(card.distance.metres, search.countryCode) }),
  price: (t: Reader, _v: number | null, _card: Card, search: SavedSearch) =>
    t('why.price', { place: formatEventPlace(search) }),
  'price.mid': (t: Reader, _v: number | null, _card: Card, search: SavedSearch) =>
    t('why.price.mid', { place: formatEventPlace(search) }),
  new: (t: Reader) => t('why.new'),
} as const
type Reader = ReturnType<typeof getQuotesTranslator>

/** Returns why a card has its position: the sort order, or its two main factors. */
export function explainRank(card: Card, page: Pick<QuotesPage, 'search' | 'sortBy'>): string {
  const t = getQuotesTranslator(page.search)
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

const sortLabel = (sort: QuotesPage['sortBy'], search: SavedSearch): string =>
  getQuotesTranslator(search)(`sort.${sort}`)

/**
 * Returns the reasons for not fitting, largest first: Mobile: 9 fit, but not by 8:00 AM; 6 are booked; 3 do not travel
 * this far. The counts are of one mode, or of both together.
 */
export function formatReasons(counts: ReasonCounts, covers: Mode | 'both', search: SavedSearch): string {
  const t = getQuotesTranslator(search)
  const { finishTime } = search.appointmentSpot
  const by = finishTime ? formatNightTime(finishTime) : t('reason.then')
  const parts: [number, string][] = [
    [counts.otherHours, t('quotes.rescue.reason.hours', { n: counts.otherHours, clock: by })],
    [counts.booked, t('quotes.rescue.reason.booked', { n: counts.booked })],
    [counts.tooFar, t('quotes.rescue.reason.far', { n: counts.tooFar })],
    [
      counts.tooManyPeople,
      t('quotes.rescue.reason.people', { n: counts.tooManyPeople, people: formatSearchPeople(search) }),
    ],
    [counts.shortNotice, t('quotes.rescue.reason.notice', { n: counts.shortNotice })],
  ]
  const said = parts
    .filter(([n]) => n > 0)
    .sort(([a], [b]) => b - a)
    .map(([, text]) => text)
  return said.length
    ? t(`quotes.rescue.reason.${covers}`, { reasons: said.join('; ') })
    : t(counts.fits > 0 ? 'quotes.rescue.reason.no-other' : 'quotes.rescue.reason.none', {
        place: formatEventPlace(search),
      })
}

/** Returns an instant in the event's zone: Sat 12 June, 8:00 AM. */
export const formatQuoteMoment = (instant: string, search: SavedSearch): string => {
  const { timeZone } = search.appointmentSpot
  return `${formatDate(zonedDay(instant, timeZone), search.countryCode, new Date().getFullYear())}, ${formatClock(zonedTime(instant, timeZone))}`
}

export const formatSearchDay = (instant: string, search: SavedSearch): string =>
  formatDate(zonedDay(instant, search.appointmentSpot.timeZone), search.countryCode, new Date().getFullYear())
