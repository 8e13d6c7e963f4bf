import { type Stream, streamOf } from '#art/seed.ts'
import { toMinor } from '#contract/money.ts'
import { type CatalogueService, services as allServices } from '#db/catalog/catalogue.ts'
import { anchorSeconds } from '#db/cast/calendar.ts'
import { getCraft, canOffer } from './craft.ts'
import { pickShades } from './kit.ts'
import { metros, type Metro, type NamedProvider, people, type Quotation, type Standing } from '#db/cast/material.ts'
import type { UsedNames } from './person.ts'
import { completeProvider, type Memory, type ProviderDraft } from './provider.ts'
import { toMetres } from './terms.ts'
import { pickScores, pickScoresWithAverage } from '#db/cast/history/reviews.ts'
import type { Craft, OfferedService, Person, SampleReview } from './sample-provider.ts'

export const namedProviders: readonly NamedProvider[] = [people.cast.mia, ...people.providers]

export function reserveNames(taken: UsedNames): void {
  for (const { name, slug } of namedProviders) {
    taken.names.add(name)
    taken.slugs.add(slug)
  }
}

export function buildCastProvider(named: NamedProvider, memory: Memory): ProviderDraft {
  const metro = metros.find(({ id }) => id === named.metro) as Metro
  const stream = streamOf(`cast ${named.id}`)
  const person = personOf(named, metro)
  const quoted = quotationsOf(named)
  const made = completeProvider(stream, person, offeredBy(named, person), memory, {
    scores: scoresFor(stream, named, person, quoted.length),
  })
  const unit = (amount: number) => toMetres(metro, amount)
  const costs = Object.entries(named.costs ?? {})
  const reviews = [...quoted, ...made.reviews].sort((a, b) => b.createdAt - a.createdAt)
  return {
    ...made,
    services: made.services.map((service): OfferedService => overrideCost(service, costs)),
    shades: named.shades ? pickShades(stream, person, named.shades) : made.shades,
    bio: named.bio ?? made.bio,
    bookings: named.bookings ?? Math.round(named.reviews / 0.62),
    reviews,
    reviewCount: named.reviews,
    reviewSum:
      named.rating && named.reviews > reviews.length
        ? Math.round(named.rating * named.reviews)
        : reviews.reduce((sum, { score }) => sum + score, 0),
    drawn: { ...made.drawn, self: named.look },
    terms: {
      ...made.terms,
      ...(named.mode === 'studio' ? {} : { radiusMetres: unit(named.radius ?? 10) }),
      ...(named.freeMiles === undefined ? {} : { freeMetres: unit(named.freeMiles) }),
      ...(named.perMile === undefined ? {} : { perUnitMinor: toMinor(named.perMile) }),
      ...(named.minimum === undefined ? {} : { minimumMinor: toMinor(named.minimum) }),
      ...(named.bufferMinutes === undefined ? {} : { bufferMinutes: named.bufferMinutes }),
      ...(named.minimumNoticeHours === undefined ? {} : { noticeHours: named.minimumNoticeHours }),
      ...(named.mode !== 'studio' ? { opensMinute: 300, closesMinute: 1320 } : {}),
      ...(named.id === 'mia' ? { earlyBeforeMinute: null, earlyFeeMinor: 0, answerMinutes: 6 } : {}),
      ...(named.id === 'fola' ? { answerMinutes: 8 } : {}),
      instant: named.instant,
      depositShare: named.deposit,
      policy: named.policy,
      featured: named.featured ?? false,
      vaccinated: named.vaccinated ?? false,
      covidTrained: named.covidTrained ?? false,
      paused: false,
    },
  }
}

function personOf(named: NamedProvider, metro: Metro): Person {
  const base = metro.neighbourhoods.find(({ slug }) => slug === named.base)
  if (!base) throw new Error(`${named.id} has an unknown base: ${named.base}`)
  const [lng, lat] = named.at ?? base.at
  const [given, ...family] = named.name.split(' ') as [string, ...string[]]
  const crafts = craftsOf(named)
  const bridal =
    Object.keys(named.costs ?? {}).some((id) => id.startsWith('bridal-')) && !named.skills.includes('bridal')
  const skills = bridal ? [...named.skills, 'bridal'] : [...named.skills]
  const person = {
    key: named.id,
    given,
    family: family.join(' '),
    name: named.name,
    slug: named.slug,
    pronoun: named.pronoun,
    metro,
    base,
    lng,
    lat,
    heritage: Object.entries(metro.heritages).reduce((best, next) => (next[1] > best[1] ? next : best))[0],
    years: 2026 - named.since,
    standing: standingOf(named),
    mode: named.mode,
    crafts,
    skills,
    artists: [],
  }
  const offered = offeredBy(named, person)
  return {
    ...person,
    artists: named.artists.map((artist, i) =>
      typeof artist === 'string'
        ? { name: artist, does: doneBy(named, offered, i) }
        : { name: artist.name, does: [...artist.does] },
    ),
  }
}

function standingOf({ standing, rating }: NamedProvider): Standing['id'] {
  if (standing) return standing
  if (rating === null || rating === undefined) return 'newcomer'
  return rating >= 4.93 ? 'loved' : rating >= 4.83 ? 'strong' : 'good'
}

function craftsOf({ costs, skills, artists }: NamedProvider): Craft[] {
  const found = new Set<Craft>()
  for (const service of allServices)
    if (costs?.[service.id] !== undefined && getCraft(service) !== 'lessons') found.add(getCraft(service))
  if (!costs) {
    const has = (...ids: string[]) => ids.some((id) => skills.includes(id))
    if (has('gel-nails', 'nail-art', 'natural-nails')) found.add('nails')
    if (
      has(
        'braids',
        'locs',
        'textured-hair',
        'silk-press',
        'curly-cuts',
        'fine-hair',
        'extensions',
        'wigs',
        'vintage-styles',
        'male-grooming',
      )
    )
      found.add('hair')
    if (
      has(
        'editorial',
        'airbrush',
        'sensitive-skin',
        'deep-skin-tones',
        'monolid-hooded-eyes',
        'special-effects',
        'drag',
        'south-asian-bridal',
      )
    )
      found.add('makeup')
    if (has('bridal', 'south-asian-bridal', 'large-parties') && artists.length > 1) found.add('makeup').add('hair')
    if (has('mehndi')) found.add('mehndi')
  }
  if (skills.includes('teaching')) found.add('lessons')
  return [...found]
}

function offeredBy(
  named: NamedProvider,
  person: Pick<Person, 'crafts' | 'skills' | 'mode' | 'metro'>,
): CatalogueService[] {
  const priced = (service: CatalogueService) => named.costs?.[service.id] !== undefined
  if (named.artists.some((artist) => typeof artist !== 'string')) return allServices.filter(priced)
  const bridal = person.skills.includes('bridal')
  const wedding = ['makeup', 'bridal-makeup', 'updo', 'bridal-hair']
  const usual = (service: CatalogueService) =>
    canOffer(service, { ...person, country: person.metro.country }) &&
    (service.share >= 0.55 || service.skills.length > 0 || (bridal && wedding.includes(service.id)))
  return allServices.filter((service) => priced(service) || usual(service))
}

function doneBy(named: NamedProvider, offered: readonly CatalogueService[], i: number): string[] {
  const all = offered.map(({ id }) => id)
  if (i === 0) return all
  const hair = offered.filter((service) => getCraft(service) === 'hair').map(({ id }) => id)
  const faces = offered.filter((service) => getCraft(service) === 'makeup').map(({ id }) => id)
  if (named.assistantDoes === 'hair' || i === 1) return hair.length ? hair : all
  return faces.length ? faces : all
}

function overrideCost(service: OfferedService, costs: readonly (readonly [string, number])[]): OfferedService {
  const cost = costs.find(([id]) => id === service.id)?.[1]
  return { ...service, costMinor: cost === undefined ? service.costMinor : toMinor(cost), minutes: null }
}

function scoresFor(stream: Stream, named: NamedProvider, person: Person, quoted: number): number[] {
  const count = Math.max(0, (named.shownReviews ?? Math.min(80, named.reviews)) - quoted)
  return named.rating ? pickScoresWithAverage(stream, named.rating, count) : pickScores(stream, person.standing, count)
}

const toldOf: Readonly<Record<string, string>> = {
  Peckham: 'mia',
  Ealing: 'noor',
  Kew: 'noor',
  Lewisham: 'kezia',
  Richmond: 'mei',
  Walthamstow: 'mei',
}

function quotationsOf(named: NamedProvider): SampleReview[] {
  return people.quotations
    .filter((q) => q.about === named.slug || (q.place !== undefined && toldOf[q.place] === named.id))
    .map((q, i) => {
      const customer = people.customers.find(({ name }) => name.startsWith(`${q.customer} `))
      const createdAt = q.date ? Date.parse(`${q.date}-14T18:20:00Z`) / 1000 : anchorSeconds - (40 + 61 * i) * 86_400
      return {
        author: `${q.customer} ${customer?.name.split(' ')[1]?.[0] ?? 'T'}.`,
        ...(customer ? { customer: customer.id } : {}),
        category: 'makeup-hair-styling',
        event: eventOf(q),
        score: q.rating ?? 5,
        comments: q.text,
        reply: q.reply?.text ?? null,
        repliedAt: q.reply ? Date.parse(`${q.reply.date}-02T09:10:00Z`) / 1000 : null,
        createdAt,
        photo: false,
      }
    })
}

const eventOf = ({ event = 'wedding' }: Quotation): string => event.charAt(0).toUpperCase() + event.slice(1)
