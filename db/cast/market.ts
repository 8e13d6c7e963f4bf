import { services } from '#db/catalog/catalogue.ts'
import { countDaysFromAnchor } from './calendar.ts'
import { createBioMemory } from '#db/cast/people/bio.ts'
import { generateDiary, computeDemandFactor, type DayStatuses, generateWeddingMorning } from '#db/cast/history/diary.ts'
import { type Metro, metros, people, regions } from './material.ts'
import { buildCastProvider, namedProviders, reserveNames } from '#db/cast/people/named.ts'
import { createUsedNames } from '#db/cast/people/person.ts'
import { generateProvider, type Memory, type ProviderDraft } from '#db/cast/people/provider.ts'
import { ReviewMemory } from '#db/cast/history/review-words.ts'
import type { Job, SampleProvider } from '#db/cast/people/sample-provider.ts'

const countOf = ({ id, providers }: Metro): number => (id === 'london' ? 340 : providers)

/** Returns the whole sample market, always the same: the cast, then invented providers by metro and region. */
export function generateSampleMarket(): SampleProvider[] {
  const taken = createUsedNames()
  reserveNames(taken)
  const reviews = new ReviewMemory()
  const told = new Map<string, number>()
  const undated = [...metros, ...regions].flatMap((metro) => {
    const memory: Memory = { taken, reviews, bios: createBioMemory(told) }
    reviews.enterMetro()
    const cast = namedProviders
      .filter((named) => named.metro === metro.id)
      .map((named) => buildCastProvider(named, memory))
    return [
      ...cast,
      ...Array.from({ length: countOf(metro) - cast.length }, (_, i) => generateProvider(metro, i + 1, memory)),
    ]
  })
  const wedding = hackneySaturday(undated)
  return undated.map((provider) => ({ ...provider, diary: dated(provider, wedding.get(provider.key)) }))
}

const { ana } = people.cast
const weddingDay = countDaysFromAnchor(ana.event.date)

function dated(provider: ProviderDraft, onTheDay: 'free' | 'booked' | 'booked_out' | undefined): Job[] {
  const { metro, terms } = provider
  const settled: DayStatuses = new Map(onTheDay ? [[weddingDay, onTheDay === 'booked' ? 'free' : onTheDay]] : [])
  const jobs = generateDiary({ ...provider, ...terms, artists: provider.artists.length }, settled)
  if (onTheDay !== 'booked') return jobs
  return [...jobs, generateWeddingMorning({ metro, ...terms }, weddingDay)].sort((a, b) => a.from - b.from)
}

const usualMinutes = new Map(services.map((service) => [service.id, service.minutes]))
const readyMinute = Number(ana.event.readyBy.slice(0, 2)) * 60 + Number(ana.event.readyBy.slice(3))
const wanted = [...new Set(ana.event.people.flatMap(({ services }) => services))]

function hackneySaturday(providers: readonly ProviderDraft[]): Map<string, 'free' | 'booked' | 'booked_out'> {
  const settled = new Map<string, 'free' | 'booked' | 'booked_out'>()
  const london = providers.filter(({ metro }) => metro.id === 'london')
  const cast = new Set(namedProviders.map(({ id }) => id))
  for (const { key } of london.filter(({ key }) => cast.has(key)))
    settled.set(key, key === 'rosa' ? 'booked_out' : 'free')
  const groups = Object.groupBy(london, (provider) => (reaches(provider) ? 'near' : 'other'))
  for (const [group, share] of [
    ['near', 0.72],
    ['other', 0.74],
  ] as const) {
    const all = (groups[group] ?? []).filter(({ terms }) => !terms.paused)
    const open = all
      .filter((provider) => !settled.has(provider.key) && (group === 'other' || hasTheTime(provider)))
      .sort(
        (a, b) =>
          computeDemandFactor(b.key, b.standing) - computeDemandFactor(a.key, a.standing) || (a.key < b.key ? -1 : 1),
      )
    const alreadyTaken = all.filter(({ key }) => settled.get(key) === 'booked_out').length
    const take = Math.round(all.length * share) - alreadyTaken
    let taken = 0
    for (const [i, { key }] of open.entries()) {
      // Every eighth popular artist stays free, so that the remaining ones are not only newcomers.
      const booked = i % 8 !== 3 && taken < take
      if (booked) taken++
      settled.set(key, booked ? 'booked' : 'free')
    }
    for (const { key } of all) if (!settled.has(key)) settled.set(key, 'free')
  }
  return settled
}

/** Returns whether five people fit into their morning by 13:30; otherwise they cannot be booked for it either. */
function hasTheTime({ services: offered, artists, terms }: ProviderDraft): boolean {
  if (artists.length > 1) return true
  const minutes = (id: string) => offered.find((s) => s.id === id)?.minutes ?? usualMinutes.get(id) ?? 0
  const work = ana.event.people.reduce(
    (sum, person) => sum + person.services.reduce((own, id) => own + minutes(id), 0),
    0,
  )
  return terms.opensMinute + 20 + work <= readyMinute
}

function reaches({ services: offered, mode, terms, lng, lat }: ProviderDraft): boolean {
  const own = new Set(offered.map(({ id }) => id))
  if (!wanted.every((id) => own.has(id))) return false
  const [x, y] = ana.event.place.at
  const metres = Math.hypot((lng - x) * 111_320 * Math.cos((y * Math.PI) / 180), (lat - y) * 111_320)
  return mode !== 'mobile' || metres <= terms.radiusMetres
}
