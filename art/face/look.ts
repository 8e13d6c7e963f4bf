import { skinComposers } from './compose-skin.ts'
import { hairComposers } from '#art/hair/compose-hair.ts'
import { tableComposers } from '#art/table/compose-table.ts'
import { deckOf, skinAt, type Skill } from '#art/deck.ts'
import type { Drawing, Kind } from '#art/draw.ts'
import type { FaceOptions } from './face.ts'
import type { Pigment, Skin } from '#art/palette.ts'
import { bare, clothes, groundFor, lipColours, natural, pans, personOf } from './person.ts'
import { hash, streamOf } from '#art/seed.ts'
import type { Composer, Work } from '#art/work.ts'

export { skills, type Skill } from '#art/deck.ts'

export type Artist = {
  /** Record id; the seed of everything here. */
  id: string
  skills: readonly Skill[]
  /** Position in the market, so that neighbours in a list differ in kind, background and skin. */
  place?: number
  /** Gallery pictures, 12 to 24. */
  pictures?: number
  /** Whether the profile picture shows a man; chosen by the seed if undefined. */
  man?: boolean
  /** Known features of the artist's own face. */
  self?: Partial<FaceOptions>
}

export type Look = {
  signature: readonly Pigment[]
  metal: Pigment
  cover: Drawing
  profile: Drawing
  gallery: readonly Drawing[]
}

const composers: Record<Kind, Composer> = { ...skinComposers, ...hairComposers, ...tableComposers }

const palettes: readonly (readonly [Pigment, Pigment, Pigment, Pigment])[] = [
  ['copper', 'lacquer', 'gold', 'petrol'],
  ['petrol', 'coral', 'champagne', 'fig'],
  ['plum', 'berry', 'lilac', 'gold'],
  ['jade', 'brick', 'gold', 'bone'],
  ['cobalt', 'lacquer', 'sky', 'champagne'],
  ['terracotta', 'rosewood', 'sand', 'moss'],
  ['violet', 'berry', 'lilac', 'marigold'],
  ['bronze', 'cocoa', 'champagne', 'jade'],
  ['marigold', 'lacquer', 'petrol', 'bone'],
  ['smoke', 'fig', 'pewter', 'lacquer'],
  ['turquoise', 'coral', 'gold', 'cobalt'],
  ['moss', 'terracotta', 'marigold', 'cocoa'],
  ['rosewood', 'plum', 'champagne', 'sky'],
  ['gold', 'brick', 'copper', 'violet'],
]

/**
 * Returns an artist's set of drawings: portrait as cover, gallery and profile picture. Coherent, and different for each
 * artist.
 */
export function createLook(artist: Artist): Look {
  const place = artist.place ?? hash(artist.id) % 9973
  const stream = streamOf(`look ${artist.id}`)
  const signature = palettes[(place * 5 + stream.whole(0, 1)) % palettes.length] as readonly Pigment[]
  const metal = stream.pick<Pigment>(['gold', 'gold', 'champagne', 'pewter', 'bronze'])
  const count = Math.min(24, Math.max(12, artist.pictures ?? stream.whole(12, 20)))
  const seen = new Set<string>()
  const work = (i: number): Work => ({
    seed: `${artist.id}-${i}`,
    stream: streamOf(`${artist.id} picture ${i}`),
    skin: skinAt(place, i, artist.skills),
    pan: pans[(place * 3 + i * 2) % pans.length] as Pigment,
    signature,
    metal,
    skills: artist.skills,
  })
  const cover = fresh(seen, 'face', work(0))
  const gallery: Drawing[] = []
  let last: Kind[] = [cover.kind]
  const deck = deckOf(artist.skills, stream)
  for (let i = 1; gallery.length < count; i++) {
    const kind = deck.find((k) => !last.includes(k)) ?? (deck[0] as Kind)
    deck.splice(deck.indexOf(kind), 1)
    if (deck.length < 4) deck.push(...deckOf(artist.skills, stream))
    gallery.push(fresh(seen, kind, work(i)))
    last = [...last, kind].slice(-2)
  }
  return { signature, metal, cover, profile: profileOf(artist, place, signature, metal), gallery }
}

function fresh(seen: Set<string>, kind: Kind, work: Work): Drawing {
  for (let attempt = 0; ; attempt++) {
    const drawing = composers[kind](
      attempt ? { ...work, seed: `${work.seed}-${attempt}`, stream: streamOf(`${work.seed} again ${attempt}`) } : work,
    )
    const key = drawing.kind + JSON.stringify({ ...drawing.options, seed: '' })
    if (seen.has(key) && attempt < 20) continue
    seen.add(key)
    return drawing
  }
}

function profileOf(artist: Artist, place: number, signature: readonly Pigment[], metal: Pigment): Drawing {
  const stream = streamOf(`profile ${artist.id}`)
  const skin = artist.self?.skin ?? ((1 + ((place * 7 + 4) % 10)) as Skin)
  const byChance = stream.chance(artist.skills.includes('barbering') ? 0.6 : 0.14)
  const man = artist.man ?? byChance
  const background = groundFor(skin, pans[(place * 3 + 4) % pans.length] as Pigment)
  const person = personOf(skin, stream, artist.skills, man, background, artist.self?.style)
  const quiet: Pigment = stream.pick(['bronze', 'champagne', 'rosewood', 'copper', signature[0] as Pigment])
  const worn = clothes(stream, background)
  return {
    kind: 'face',
    options: {
      seed: `${artist.id}-profile`,
      ...person,
      ...worn,
      earrings: man ? 'none' : worn.earrings,
      necklace: man ? false : worn.necklace,
      neckline: man ? stream.pick(['crew', 'collar', 'blazer']) : worn.neckline,
      background,
      metal,
      bare: man,
      lid: man ? bare(skin) : quiet,
      lip: man ? natural(skin) : stream.pick(lipColours.slice(0, 7)),
      eyes: stream.pick(['open', 'smiling']),
      mouth: stream.pick(['grin', 'grin', 'smile']),
      close: true,
      ...artist.self,
    },
  }
}

/** A lesson card for this skill and skin. */
export function lessonOf(id: string, place: number): Drawing {
  const stream = streamOf(`lesson ${id}`)
  return composers.lesson({
    seed: id,
    stream,
    skin: skinAt(place, 0, []),
    pan: pans[(place * 3) % pans.length] as Pigment,
    signature: palettes[(place * 5) % palettes.length] as readonly Pigment[],
    metal: 'gold',
    skills: ['makeup'],
  })
}

/** Returns the picture of a city, always the same for a name. */
export const cityOf = (name: string): Drawing => ({ kind: 'skyline', options: { seed: name } })
