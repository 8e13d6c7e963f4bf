import { type Stream, streamOf } from '#art/seed.ts'
import { anchorSeconds } from '#db/cast/calendar.ts'
import { type BioMemory, composeBio, pickLanguages } from './bio.ts'
import { pickWeighted } from '#db/cast/chance.ts'
import { pickCrafts, getCraft, listCraftHeritages, pickServices, pickSkills } from './craft.ts'
import { pickKit, pickShades } from './kit.ts'
import type { Metro, Neighbourhood } from '#db/cast/material.ts'
import { pickDisplayName, pickName, pickSlug, type UsedNames } from './person.ts'
import { listDrawingSkills } from './pictures.ts'
import { generateOffer, pickPriceFactor } from './price.ts'
import type { ReviewMemory } from '#db/cast/history/review-words.ts'
import { countOf, generateReviews, pickScores, pickStanding } from '#db/cast/history/reviews.ts'
import type { Craft, Person, SampleProvider } from './sample-provider.ts'
import { pickTeamSize, pickMode, pickTerms, pickYears } from './terms.ts'
import { services as allServices, type CatalogueService } from '#db/catalog/catalogue.ts'

export type Memory = { taken: UsedNames; bios: BioMemory; reviews: ReviewMemory }
export type ProviderDraft = Omit<SampleProvider, 'diary'>

const day = 86_400

export function generateProvider(metro: Metro, number: number, memory: Memory): ProviderDraft {
  const key = `${metro.id}-${number}`
  const stream = streamOf(`provider ${key}`)
  const base = pickWeighted(
    stream,
    metro.neighbourhoods.map((n) => [n, n.weight] as const),
  )
  const [lng, lat] = scattered(stream, metro, base)
  const crafts = isAnchor(metro, number) ? (['makeup', 'hair'] as const) : pickCrafts(stream)
  const named = pickName(stream, metro, memory.taken, listCraftHeritages(crafts))
  const years = pickYears(stream)
  const standing = pickStanding(stream, years)
  const mode = isAnchor(metro, number) ? 'mobile' : pickMode(stream, metro)
  const team = pickTeamSize(stream, mode, years, crafts)
  const skills = pickSkills(stream, { crafts, heritage: named.heritage, pronoun: named.pronoun, mode, team: team > 1 })
  const offered = pickServices(stream, { crafts, skills, mode, country: metro.country })
  const artists = teamOf(stream, metro, named.given, team, offered, memory)
  const name = pickDisplayName(
    stream,
    { ...named, crafts, years, base, mode, skills, ...(artists[1] ? { second: artists[1].name } : {}) },
    memory.taken,
  )
  const slug = pickSlug(name, metro, memory.taken)
  const person: Person = {
    key,
    ...named,
    name,
    slug,
    metro,
    base,
    lng,
    lat,
    years,
    standing,
    mode,
    crafts,
    skills,
    artists,
  }
  return completeProvider(stream, person, offered, memory)
}

export function completeProvider(
  stream: Stream,
  person: Person,
  offered: readonly CatalogueService[],
  memory: Memory,
  known: { scores?: readonly number[] } = {},
): ProviderDraft {
  const { metro, years, standing } = person
  const priced = { country: metro.country, metro, base: person.base, years, standing }
  const factor = pickPriceFactor(stream, priced)
  const terms = pickTerms(stream, person, factor)
  const joinedDays = known.scores?.length
    ? 3 * 365
    : standing === 'newcomer'
      ? stream.whole(10, 80)
      : Math.round(Math.min(years + 0.4, 4) * 365 * stream.between(0.55, 1))
  const joinedAt = anchorSeconds - joinedDays * day
  const services = offered.map((service) => generateOffer(stream, service, priced, factor))
  const languages = pickLanguages(stream, person.heritage)
  const scores = known.scores ?? pickScores(stream, standing, countOf(stream, standing, joinedDays, metro.trade))
  const reviews = generateReviews({
    person,
    services: services.map((s) => s.id),
    scores,
    joinedAt,
    memory: memory.reviews,
  })
  return {
    ...person,
    terms,
    services,
    languages,
    shades: pickShades(stream, person),
    kit: pickKit(stream, person),
    bio: composeBio(stream, person, terms, languages, memory.bios),
    joinedAt,
    bookings:
      Math.round(reviews.length / stream.between(0.5, 0.7)) +
      (standing === 'newcomer' ? stream.whole(0, 2) : stream.whole(1, 6)),
    reviews,
    reviewCount: reviews.length,
    reviewSum: reviews.reduce((sum, review) => sum + review.score, 0),
    drawn: { skills: listDrawingSkills(person.crafts, person.skills) },
  }
}

/** The first providers of a region do makeup and hair and travel, so that every place can serve a wedding. */
const isAnchor = ({ trade, providers }: Metro, number: number): boolean =>
  trade < 1 && number <= Math.min(5, providers - 1)

function scattered(stream: Stream, metro: Metro, base: Neighbourhood): readonly [number, number] {
  const angle = stream.between(0, Math.PI * 2)
  const metres = Math.sqrt(stream.next()) * (metro.trade < 1 ? 350 : 900)
  const [lng, lat] = base.at
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return [
    round(lng + (Math.cos(angle) * metres) / (111_320 * Math.cos((lat * Math.PI) / 180))),
    round(lat + (Math.sin(angle) * metres) / 111_320),
  ]
}

function teamOf(
  stream: Stream,
  metro: Metro,
  given: string,
  size: number,
  offered: readonly CatalogueService[],
  memory: Memory,
): { name: string; does: string[] }[] {
  const all = offered.map((service) => service.id)
  const names = [given]
  while (names.length < size) {
    const name = pickName(stream, metro, memory.taken).given
    if (!names.includes(name)) names.push(name)
  }
  const crafts = [...new Set(offered.map(getCraft))].filter((craft) => craft !== 'lessons')
  return names.map((name, i) => ({
    name,
    does: i === 0 ? chooseServices(all, crafts, size, stream) : assistantServices(i, all, crafts, stream),
  }))
}

const doneBy = (craft: Craft, ids: readonly string[]) => ids.filter((id) => getCraft(serviceOf(id)) === craft)
const byId = new Map(allServices.map((service) => [service.id, service]))
const serviceOf = (id: string): CatalogueService => {
  const found = byId.get(id)
  if (!found) throw new Error(`no service ${id}`)
  return found
}

function chooseServices(all: readonly string[], crafts: readonly Craft[], size: number, stream: Stream): string[] {
  if (size > 1 && crafts.includes('makeup') && crafts.includes('hair') && stream.chance(0.45))
    return all.filter((id) => getCraft(serviceOf(id)) !== 'hair')
  return [...all]
}

function assistantServices(i: number, all: readonly string[], crafts: readonly Craft[], stream: Stream): string[] {
  const turn: Craft[] = crafts.includes('hair') ? ['hair', ...crafts.filter((craft) => craft !== 'hair')] : [...crafts]
  const craft = turn[(i - 1) % turn.length] ?? 'makeup'
  const own = doneBy(craft, all)
  const both = stream.chance(0.3) ? all.filter((id) => getCraft(serviceOf(id)) !== 'lessons') : own
  return both.length ? both : [...all]
}
