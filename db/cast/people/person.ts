import type { Stream } from '#art/seed.ts'
import { slugify } from '#db/gazetteer/search-text.ts'
import { pickShare, pickWeighted } from '#db/cast/chance.ts'
import { type Metro, type Mode, type Neighbourhood, names, type Pronoun } from '#db/cast/material.ts'
import type { Craft } from './sample-provider.ts'

export type UsedNames = { names: Set<string>; slugs: Set<string>; givens: Map<string, number> }

export const createUsedNames = (): UsedNames => ({
  names: new Set(names.neverTogether),
  slugs: new Set(),
  givens: new Map(),
})

export type InventedName = { given: string; family: string; pronoun: Pronoun; heritage: string }

export function pickName(stream: Stream, metro: Metro, taken: UsedNames, only?: readonly string[]): InventedName {
  const heritages = Object.entries(metro.heritages).filter(([id]) => !only || only.includes(id))
  for (let attempt = 0; ; attempt++) {
    const heritage = pickWeighted(stream, heritages.length ? heritages : Object.entries(metro.heritages))
    const pronoun = pickShare(stream, names.pronounShares)
    const given = rarest(stream, listGivenNames(heritage, pronoun, stream), metro, taken)
    const family = familyOf(stream, metro, heritage)
    const whole = `${given} ${family}`
    if (taken.names.has(whole) && attempt < 200) continue
    taken.names.add(whole)
    const key = `${metro.id} ${given}`
    taken.givens.set(key, (taken.givens.get(key) ?? 0) + 1)
    return { given, family, pronoun, heritage }
  }
}

function listGivenNames(heritage: string, pronoun: Pronoun, stream: Stream): readonly string[] {
  const known = names.heritages[heritage]
  if (!known) throw new Error(`no names for ${heritage}`)
  if (pronoun === 'she') return stream.chance(0.93) ? known.women : known.either
  if (pronoun === 'he') return stream.chance(0.9) ? known.men : known.either
  return stream.chance(0.6) ? known.either : [...known.women, ...known.men]
}

function rarest(stream: Stream, list: readonly string[], metro: Metro, taken: UsedNames): string {
  const tries = [0, 1, 2, 3].map(() => stream.pick(list))
  const count = (name: string) => taken.givens.get(`${metro.id} ${name}`) ?? 0
  return tries.reduce((best, name) => (count(name) < count(best) ? name : best))
}

function familyOf(stream: Stream, metro: Metro, heritage: string): string {
  const own = () =>
    stream.pick(
      names.heritages[stream.chance(names.mixedShare) ? pickShare(stream, metro.heritages) : heritage]?.family ?? [
        'Marsh',
      ],
    )
  const first = own()
  if (!stream.chance(0.025) || first.includes('-')) return first
  const second = own()
  return second === first || second.includes('-') ? first : `${first}-${second}`
}

type Shown = {
  given: string
  family: string
  crafts: readonly Craft[]
  years: number
  pronoun: Pronoun
  base: Neighbourhood
  mode: Mode
  skills: readonly string[]
  second?: string
}

export function pickDisplayName(stream: Stream, of: Shown, taken: UsedNames): string {
  const plain = `${of.given} ${of.family}`
  const pattern = pickWeighted(
    stream,
    names.displayName.map((d) => [d.pattern, d.share] as const),
  )
  const craft = stream.pick(names.craft[craftWord(of)] ?? ['Makeup'])
  if (pattern === '{given} {family} {craft}') return `${plain} ${craft}`
  if (pattern === '{given} & {secondGiven}') return of.second ? `${of.given} & ${of.second}` : plain
  if (pattern !== 'studio') return plain
  for (let attempt = 0; attempt < 12; attempt++) {
    const name = studioName(stream, of, craft)
    if (name && !taken.names.has(name)) {
      taken.names.add(name)
      return name
    }
  }
  return plain
}

function craftWord({ crafts, skills }: Shown): string {
  if (crafts.includes('mehndi') && !crafts.includes('makeup')) return 'mehndi'
  if (crafts.includes('nails')) return 'nails'
  if (crafts.includes('makeup') && crafts.includes('hair')) return 'both'
  if (crafts.includes('hair')) return skills.includes('braids') ? 'braids' : 'hair'
  return 'makeup'
}

function studioName(stream: Stream, of: Shown, craft: string): string | undefined {
  const { patterns, thing, room, number } = names.studioNames
  const word = craftWord(of)
  const pattern = pickWeighted(
    stream,
    patterns.map((p) => [p.pattern, p.share] as const),
  )
  if (pattern.includes('Daughters') && !(of.pronoun === 'she' && of.years >= 10)) return undefined
  const filled: Record<string, string> = {
    thing: stream.pick(thing),
    thing2: stream.pick(thing),
    room: stream.pick(room[word] ?? room.both ?? ['Studio']),
    family: of.family,
    number: stream.pick(number),
    craft,
    neighbourhood: of.base.name,
  }
  if (filled.thing === filled.thing2) return undefined
  const name = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => filled[slot] ?? '')
  // Rejects repeats from combining two lists, such as 'Nail Studio Studio'.
  return /(\b\w+\b) \1|Studio (Room|Studio|Bar|Bench|Table)|Artist (Room|Studio|Table|Chair|House|Light)/.test(name)
    ? undefined
    : name.slice(0, 80)
}

export function pickSlug(name: string, metro: Metro, taken: UsedNames): string {
  const bare = slugify(name.replaceAll('&', ' and ')) || 'artist'
  for (let i = 0; ; i++) {
    const slug = i === 0 ? bare : i === 1 ? `${bare}-${metro.id}` : `${bare}-${metro.id}-${i}`
    if (!taken.slugs.has(slug)) {
      taken.slugs.add(slug)
      return slug
    }
  }
}
