import type { Stream } from '#art/seed.ts'
import { skills as allSkills } from '#db/catalog/catalogue.ts'
import { pickWeighted } from '#db/cast/chance.ts'
import { bios, type Fragment } from '#db/cast/material.ts'
import type { Person, Terms } from './sample-provider.ts'
import { canFillSlots, spellNumber, composeSentence, type Slots } from '#db/cast/sentences.ts'

type Told = { at: readonly [number, number]; base: string; ids: readonly string[] }

export type BioMemory = { metro: Map<string, number>; market: Map<string, number>; told: Told[] }

export const createBioMemory = (market: Map<string, number>): BioMemory => ({ metro: new Map(), market, told: [] })

const densePlaces = ['london', 'new-york', 'montreal', 'melbourne']
const slotsOrder = bios.fragments.reduce(
  (map, fragment) => map.set(fragment.slot, [...(map.get(fragment.slot) ?? []), fragment]),
  new Map<string, Fragment[]>(),
)

export function composeBio(
  stream: Stream,
  of: Person,
  terms: Terms,
  languages: readonly string[],
  memory: BioMemory,
): string {
  const near = nearestTold(of, memory.told)
  for (let attempt = 0; ; attempt++) {
    const shape = pickWeighted(
      stream,
      bios.shapes.map((s) => [s, s.share] as const),
    )
    const chosen: Fragment[] = []
    const texts: string[] = []
    for (const slot of shape.slots) {
      const options = (slotsOrder.get(slot) ?? []).filter(
        (f) =>
          holds(f, of, languages) &&
          !chosen.some((other) => other.topic === f.topic) &&
          canFillSlots(f.text, slotsOf(of, terms, languages)),
      )
      const fresh = options.filter((f) => !near.has(f.id) && rested(f, memory))
      const pool = fresh.length ? fresh : options
      if (!pool.length) continue
      const fragment = pickWeighted(
        stream,
        pool.map((f) => [f, appeal(f, memory)] as const),
      )
      chosen.push(fragment)
      texts.push(composeSentence(fragment.text, stream, of.metro.country, slotsOf(of, terms, languages)))
    }
    const bio = texts.join(' ')
    const words = bio.split(/\s+/).length
    if ((words < 25 || words > 75) && attempt < 30) continue
    for (const { id } of chosen) {
      memory.metro.set(id, (memory.metro.get(id) ?? 0) + 1)
      memory.market.set(id, (memory.market.get(id) ?? 0) + 1)
    }
    memory.told.push({ at: [of.lng, of.lat], base: of.base.slug, ids: chosen.map((f) => f.id) })
    return bio
  }
}

function nearestTold(of: Person, told: readonly Told[]): Set<string> {
  const far = ([lng, lat]: readonly [number, number]) => (lng - of.lng) ** 2 * 0.4 + (lat - of.lat) ** 2
  const nearest = [...told].sort((a, b) => far(a.at) - far(b.at)).slice(0, 24)
  return new Set([...nearest, ...told.filter((t) => t.base === of.base.slug)].flatMap((t) => t.ids))
}

const rested = (f: Fragment, memory: BioMemory) =>
  !f.memorable || ((memory.metro.get(f.id) ?? 0) < 2 && (memory.market.get(f.id) ?? 0) < 8)

const appeal = (f: Fragment, memory: BioMemory) => (f.when.tag ? 5 : 1) / (1 + (memory.metro.get(f.id) ?? 0)) ** 2

function holds(f: Fragment, of: Person, languages: readonly string[]): boolean {
  const { when } = f
  if (!f.crafts.some((craft) => craft === 'any' || (of.crafts as readonly string[]).includes(craft))) return false
  if (when.yearsFrom !== undefined && of.years < when.yearsFrom) return false
  if (when.yearsTo !== undefined && of.years > when.yearsTo) return false
  if (of.years < 2 && /\{years\}|\{Years\}/.test(f.text)) return false
  if (when.tag && !of.skills.includes(when.tag)) return false
  if (when.team && of.artists.length < 2) return false
  if (when.mode && when.mode !== of.mode && of.mode !== 'both') return false
  if (when.mode === 'both' && of.mode !== 'both') return false
  if (when.densePlace && !densePlaces.includes(of.metro.id)) return false
  if (when.languages && languages.length < 2) return false
  if (when.ownHeritage && !allSkills.find((skill) => skill.id === when.tag)?.likelier?.includes(of.heritage))
    return false
  if (when.parties && !(of.crafts.includes('makeup') || of.crafts.includes('hair'))) return false
  return true
}

function slotsOf(of: Person, terms: Terms, languages: readonly string[]): Slots {
  const tags = of.skills.map((skill) => bios.tagPhrases[skill]).filter((phrase) => phrase !== undefined)
  const unit = of.metro.travel.unit
  const radius = Math.round(terms.radiusMetres / (unit === 'miles' ? 1609 : 1000))
  const years = spellNumber(of.years)
  return {
    years: of.years >= 2 ? years : undefined,
    Years: of.years >= 2 ? years.charAt(0).toUpperCase() + years.slice(1) : undefined,
    since: String(2026 - of.years),
    city: of.metro.said ?? of.metro.name,
    area: of.base.name,
    radius: of.mode === 'studio' ? undefined : `${radius} ${unit}`,
    assistant: of.artists[1]?.name,
    languages: languages.length > 1 ? `${languages.slice(0, -1).join(', ')} and ${languages.at(-1)}` : undefined,
    tag: tags[0],
    tag2: tags[1],
  }
}

export function pickLanguages(stream: Stream, heritage: string): string[] {
  const spoken = bios.languages[heritage]
  return spoken && stream.chance(0.4) ? spoken.split(/, | and /) : ['English']
}
