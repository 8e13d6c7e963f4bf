import { type Stream, streamOf } from '#art/seed.ts'
import {
  type CatalogueEvent,
  type CatalogueService,
  type Country,
  events,
  services as allServices,
  skills,
} from '#db/catalog/catalogue.ts'
import { isForMen, listReviewKinds } from './booking-kinds.ts'
import { anchorSeconds, getMonth } from '#db/cast/calendar.ts'
import { pickAround, pickShare, pickWeighted } from '#db/cast/chance.ts'
import {
  demand,
  type Metro,
  type Mode,
  names,
  type Neighbourhood,
  reviews as material,
  type Standing,
} from '#db/cast/material.ts'
import { replyTo } from './replies.ts'
import { type Booking, type ReviewMemory, composeReview } from './review-words.ts'
import type { Person, SampleReview } from '#db/cast/people/sample-provider.ts'

const day = 86_400
const serviceById = new Map(allServices.map((service) => [service.id, service]))

export const pickStanding = (stream: Stream, years: number): Standing['id'] => {
  const { standings } = material.distribution
  if (years === 0) return stream.chance(0.6) ? 'newcomer' : 'good'
  return pickWeighted(
    stream,
    standings.map((s) => [s.id, s.id === 'newcomer' ? (years < 3 ? s.share : 0.02) : s.share] as const),
  )
}

const standing = (id: Standing['id']): Standing => material.distribution.standings.find((s) => s.id === id) as Standing

export function countOf(stream: Stream, id: Standing['id'], joinedDays: number, trade: number): number {
  const spread = standing(id).reviews
  const wanted = Math.round(pickAround(stream, spread) * trade)
  return Math.max(0, Math.min(80, wanted, Math.floor(joinedDays / 9)))
}

export const pickScores = (stream: Stream, id: Standing['id'], count: number): number[] =>
  Array.from({ length: count }, () => Number(pickShare(stream, standing(id).scores)))

export function pickScoresWithAverage(stream: Stream, average: number, count: number): number[] {
  let missing = Math.round(count * (5 - average))
  const scores = Array.from({ length: count }, () => 5)
  const places = stream.shuffle(scores.map((_, i) => i))
  for (const place of places) {
    if (!missing) break
    const lost = missing > 4 && stream.chance(0.2) ? 2 : 1
    scores[place] = 5 - lost
    missing -= lost
  }
  return scores
}

type Asked = {
  person: Person
  services: readonly string[]
  scores: readonly number[]
  joinedAt: number
  memory: ReviewMemory
}

export function generateReviews({ person, services, scores, joinedAt, memory }: Asked): SampleReview[] {
  const stream = streamOf(`reviews ${person.key}`)
  const dates = datesOf(stream, scores.length, joinedAt)
  const silentOnFive = stream.chance(0.5)
  const page = memory.page()
  const choice = choiceOf(person, services)
  const written = dates.map((createdAt, i): SampleReview => {
    const score = scores[i] as number
    const booking = bookingOf(stream, person, choice, createdAt)
    const wordless = score >= 4 && stream.chance(material.distribution.withoutWords)
    const words = wordless
      ? { text: '', topics: [] as string[], tags: [] as string[] }
      : composeReview(stream, score, booking, person, memory, page)
    const author = authorOf(stream, person, booking, words.tags, words.text)
    const answers = stream.chance(material.distribution.replyShare[score] ?? 0) && !(score === 5 && silentOnFive)
    const reply = answers ? replyTo(stream, score, booking, words.topics, person, author, page) : null
    return {
      author: `${author} ${initialOf(stream, person.metro)}.`,
      category: booking.service.category,
      event: booking.event.label,
      score,
      comments: words.text.replaceAll('{customer}', author),
      reply,
      repliedAt: reply
        ? Math.min(anchorSeconds, createdAt + stream.whole(0, 6) * day + stream.whole(1, 9) * 3600)
        : null,
      createdAt,
      photo: score >= 4 && !wordless && stream.chance(material.distribution.photoShare),
    }
  })
  return written
}

function datesOf(stream: Stream, count: number, joinedAt: number): number[] {
  const first = joinedAt + 12 * day
  const recent = Math.max(first, anchorSeconds - 425 * day)
  const dates = Array.from({ length: count }, (_, i) => {
    if (i === 0) return Math.max(first, anchorSeconds - stream.between(1, 76) * day)
    return stream.chance(0.62)
      ? stream.between(recent, anchorSeconds - day)
      : stream.between(first, anchorSeconds - day)
  })
  return dates
    .map((at) => Math.floor(at / day) * day + stream.whole(8 * 60, 23 * 60) * 60)
    .map((at) => Math.min(at, anchorSeconds - 3600))
    .sort((a, b) => b - a)
}

function delayOf(stream: Stream): number {
  return stream.chance(0.7) ? stream.whole(0, 7) : stream.chance(0.67) ? stream.whole(8, 30) : stream.whole(31, 75)
}

const movableMonths: Readonly<Record<string, readonly number[]>> = {
  eid: [3, 4, 5, 6],
  diwali: [10, 11],
  'lunar-new-year': [1, 2],
  'new-year': [12, 1],
}

function season(event: CatalogueEvent, country: Country, month: number): number {
  const fixed = movableMonths[event.slug]
  if (fixed) return fixed.includes(month) ? 12 / fixed.length : 0
  const { months } = demand.markets[country]
  return ((months[event.slug] ?? months.other)?.[month - 1] ?? 8) / 8
}

type Choice = { pool: readonly CatalogueService[]; possible: readonly CatalogueEvent[] }

function choiceOf({ metro: { country } }: Person, own: readonly string[]): Choice {
  const all = own.map((id) => serviceById.get(id) as CatalogueService)
  const offered = all.filter((service) => !material.distribution.notAlone.includes(service.id))
  const pool = offered.length ? offered : all
  const possible = events.filter(
    (e) => e.slug !== 'funeral' && e.markets.includes(country) && pool.some((service) => suitsEvent(service, e)),
  )
  return { pool, possible }
}

function bookingOf(stream: Stream, person: Person, { pool, possible }: Choice, reviewedAt: number): Booking {
  const { country } = person.metro
  for (let attempt = 0; ; attempt++) {
    const days = delayOf(stream)
    const month = getMonth(Math.floor(reviewedAt / day) - days)
    const event = pickWeighted(
      stream,
      possible.map((e) => [e, e.share * season(e, country, month)] as const).filter(([, w]) => w > 0),
    )
    const fits = pool.filter((service) => suitsEvent(service, event))
    if (!fits.length && attempt < 8) continue
    const service = pickWeighted(
      stream,
      fits.map((s) => [s, (event.usualServices.includes(s.id) ? 4 : 1) * (s.onlyEvents ? 1.5 : 1) * s.share] as const),
    )
    const bride = service.id.startsWith('bridal-') && service.type !== 'mehndi'
    const people = partyOf(stream, event.slug, service)
    return {
      service,
      event,
      people,
      bride,
      days,
      kinds: listReviewKinds(service, person.skills),
      mode: person.mode === 'both' ? (stream.chance(0.6) ? 'mobile' : 'studio') : (person.mode as Mode),
      place: person.mode === 'studio' ? person.base.name : stream.pick(nearby(person)),
    }
  }
}

const hennaEvents = [
  'wedding',
  'wedding-guest',
  'engagement',
  'mehndi',
  'eid',
  'diwali',
  'birthday',
  'hen-party',
  'bachelorette',
  'cultural-celebration',
]

function suitsEvent(service: CatalogueService, event: CatalogueEvent): boolean {
  if (service.onlyEvents) return service.onlyEvents.includes(event.slug)
  if (service.type === 'mehndi') return hennaEvents.includes(event.slug)
  return event.categories.includes(service.category)
}

function partyOf(stream: Stream, event: string, service: CatalogueService): number {
  const table =
    demand.partySize[
      service.category === 'nails' ? 'nails' : service.category === 'makeup-hair-lessons' ? 'lessons' : event
    ] ?? demand.partySize.default
  return (
    1 +
    pickWeighted(
      stream,
      (table as readonly number[]).map((share, i) => [i, share] as const),
    )
  )
}

const near = new Map<Neighbourhood, readonly string[]>()

function nearby({ metro, base }: Person): readonly string[] {
  const known = near.get(base)
  if (known) return known
  const found = nearestTo(metro, base)
  near.set(base, found)
  return found
}

function nearestTo({ neighbourhoods }: Metro, base: Neighbourhood): string[] {
  const far = (at: readonly [number, number]) => (at[0] - base.at[0]) ** 2 * 0.4 + (at[1] - base.at[1]) ** 2
  return [...neighbourhoods]
    .sort((a, b) => far(a.at) - far(b.at))
    .slice(0, 8)
    .map((n) => n.name)
}

const likelierOf = (tag: string): readonly string[] => skills.find((skill) => skill.id === tag)?.likelier ?? []

function authorOf(stream: Stream, person: Person, booking: Booking, tags: readonly string[], text: string): string {
  for (;;) {
    const name = anyAuthor(stream, person, booking, tags, text)
    if (name !== person.given) return name
  }
}

function anyAuthor(
  stream: Stream,
  { metro, heritage }: Person,
  booking: Booking,
  tags: readonly string[],
  text: string,
): string {
  const older = tags.includes('mature-skin') || /\bI am (5|6|7)\d\b|\bat my age\b/i.test(text)
  if (older || (!booking.bride && !isForMen(booking.service) && stream.chance(0.14)))
    return stream.pick(names.customers.olderByMarket[metro.country])
  const tagged = tags.flatMap(likelierOf).filter((id) => metro.heritages[id])
  const own = tagged.length
    ? stream.pick(tagged)
    : stream.chance(0.75) && names.heritages[heritage]
      ? heritage
      : pickShare(stream, metro.heritages)
  const known = names.heritages[own] ?? names.heritages.english
  const man = isForMen(booking.service) || (!booking.bride && stream.chance(0.08))
  return stream.pick((man ? known?.men : known?.women) ?? ['Sam'])
}

const initialOf = (stream: Stream, metro: Metro): string =>
  (stream.pick(names.heritages[pickShare(stream, metro.heritages)]?.family ?? ['Marsh'])[0] ?? 'M').toUpperCase()
