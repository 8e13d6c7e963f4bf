import type { Drawing, Kind } from '#art/draw.ts'
import { describe } from '#art/describe.ts'
import { createLook, type Skill } from '#art/face/look.ts'
import { skills as catalogueSkills } from '#db/catalog/catalogue.ts'
import type { Craft, SampleProvider } from './sample-provider.ts'

type Picture = { alt: string; drawing: Drawing }
type Album = { title: string; pictures: readonly Picture[] }
export type Pictures = { cover: Picture; profile: Picture; albums: readonly Album[]; spare: readonly Picture[] }

export function listDrawingSkills(crafts: readonly Craft[], skills: readonly string[]): Skill[] {
  const known = catalogueSkills
    .filter((skill) => skills.includes(skill.id))
    .flatMap((skill) => skill.drawing as Skill[])
  const own: Skill[] = []
  if (crafts.includes('makeup')) own.push('makeup')
  if (crafts.includes('hair')) own.push('styling')
  if (crafts.includes('nails')) own.push('nails')
  if (crafts.includes('mehndi')) own.push('mehndi')
  // Pages of nail and mehndi artists show only hands; weddings and people would add faces.
  const onlyHands = !crafts.includes('makeup') && !crafts.includes('hair')
  const hands: readonly Skill[] = ['nails', 'mehndi']
  return [...new Set([...own, ...known])].filter((skill) => !onlyHands || hands.includes(skill))
}

const albumOf: Readonly<Record<Kind, string>> = {
  face: 'Faces',
  eye: 'Eyes and lips',
  lips: 'Eyes and lips',
  updo: 'Updos and plaits',
  braidCrown: 'Updos and plaits',
  waves: 'Waves and lengths',
  straight: 'Waves and lengths',
  coils: 'Coils, braids and locs',
  braids: 'Coils, braids and locs',
  locs: 'Coils, braids and locs',
  nails: 'Nails',
  mehndiHand: 'Mehndi',
  swatches: 'Kit and colour',
  powder: 'Kit and colour',
  stroke: 'Kit and colour',
  flatLay: 'Kit and colour',
  drape: 'Details',
  bouquet: 'Details',
  skyline: 'Details',
  lesson: 'Lessons',
}

const picture = (drawing: Drawing): Picture => ({ alt: describe(drawing), drawing })

export function generatePictures(
  provider: Pick<SampleProvider, 'key' | 'drawn' | 'pronoun' | 'metro'>,
  place: number,
  photos: number,
): Pictures {
  const { key, pronoun, drawn } = provider
  const look = createLook({
    id: key,
    place,
    skills: drawn.skills,
    pictures: 24,
    ...(pronoun === 'they' ? {} : { man: pronoun === 'he' }),
    ...(drawn.self ? { self: drawn.self } : {}),
  })
  const spare = Math.min(10, photos)
  const shown = look.gallery.slice(0, 12 + (place % (provider.metro.trade < 1 ? 3 : 9))).slice(0, 24 - spare)
  const grouped = Map.groupBy(shown, (drawing) => albumOf[drawing.kind])
  // An album needs three pictures: small groups are merged at the end.
  const large = [...grouped].filter(([, list]) => list.length >= 3)
  const small = [...grouped].filter(([, list]) => list.length < 3).flatMap(([, list]) => list)
  const albums = [...large, ...(small.length ? [['Details', small] as const] : [])]
  const merged = Map.groupBy(
    albums.flatMap(([title, list]) => list.map((drawing) => ({ title, drawing }))),
    ({ title }) => title,
  )
  return {
    cover: picture(look.cover),
    profile: picture(look.profile),
    albums: [...merged].map(([title, list]) => ({ title, pictures: list.map(({ drawing }) => picture(drawing)) })),
    spare: look.gallery.slice(24 - spare).map(picture),
  }
}
