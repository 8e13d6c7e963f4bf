import type { Stream } from '#art/seed.ts'
import { type CatalogueService, type CatalogueSkill, type Country, services, skills } from '#db/catalog/catalogue.ts'
import { pickShare, pickWeighted } from '#db/cast/chance.ts'
import { demand, type Mode, type Pronoun } from '#db/cast/material.ts'
import type { Craft } from './sample-provider.ts'

const crafts: Readonly<Record<string, readonly Craft[]>> = {
  'makeup only': ['makeup'],
  'hair only': ['hair'],
  'makeup and hair': ['makeup', 'hair'],
  mehndi: ['mehndi'],
  nails: ['nails'],
  'makeup and nails': ['makeup', 'nails'],
}

export function pickCrafts(stream: Stream): readonly Craft[] {
  const { 'lessons besides': lessons = 0, ...shares } = demand.supply.categories
  const own = crafts[pickShare(stream, shares)] ?? ['makeup']
  return stream.chance(lessons) && own.some((craft) => craft === 'makeup' || craft === 'hair')
    ? [...own, 'lessons']
    : own
}

export const listCraftHeritages = (own: readonly Craft[]): readonly string[] | undefined =>
  own.includes('mehndi') ? skills.find((skill) => skill.id === 'mehndi')?.likelier : undefined

type Asked = { crafts: readonly Craft[]; heritage: string; pronoun: Pronoun; mode: Mode; team: boolean }

const suits = (skill: CatalogueSkill, own: readonly Craft[]) =>
  skill.suits.some(
    (family) =>
      own.includes(family as Craft) || (family === 'styling' && (own.includes('makeup') || own.includes('hair'))),
  )

function chanceOf(skill: CatalogueSkill, of: Asked): number {
  if (!suits(skill, of.crafts) || (skill.onlyPronoun && skill.onlyPronoun !== of.pronoun)) return 0
  if (skill.id === 'teaching') return of.crafts.includes('lessons') ? 1 : 0
  if (skill.id === 'step-free-studio' && of.mode === 'mobile') return 0
  if (skill.id === 'comes-to-hospital' && of.mode === 'studio') return 0
  const times = skill.times ?? 1
  const share = skill.likelier
    ? skill.likelier.includes(of.heritage)
      ? skill.share * times
      : skill.share / Math.sqrt(times)
    : skill.share
  if (skill.id === 'bridal' && of.crafts.includes('makeup') && of.crafts.includes('hair')) return 0.82
  if (skill.id === 'large-parties') return of.team ? 0.5 : share / 2
  return Math.min(0.95, share)
}

export function pickSkills(stream: Stream, of: Asked): string[] {
  const sure = of.crafts.includes('nails') ? ['gel-nails'] : []
  if (of.crafts.includes('mehndi')) sure.push('mehndi')
  if (of.crafts.includes('lessons')) sure.push('teaching')
  const odds = skills
    .map((skill) => [skill.id, chanceOf(skill, of)] as const)
    .filter(([id, chance]) => chance > 0 && !sure.includes(id))
  const drawn = odds.filter(([, chance]) => stream.chance(chance)).map(([id]) => id)
  while (drawn.length > 7 - sure.length) {
    const gone = stream.pick(drawn.filter((id) => id !== 'bridal'))
    drawn.splice(drawn.indexOf(gone), 1)
  }
  const rest = () => odds.filter(([id]) => !drawn.includes(id))
  while (drawn.length + sure.length < 3 && rest().length) drawn.push(pickWeighted(stream, rest()))
  return skills.map((skill) => skill.id).filter((id) => sure.includes(id) || drawn.includes(id))
}

export function getCraft({ type, id }: CatalogueService): Craft {
  if (type === 'makeup') return 'makeup'
  if (type === 'hair') return 'hair'
  if (type === 'mehndi') return 'mehndi'
  if (type.endsWith('-lessons')) return 'lessons'
  if (type === 'styling') return id === 'hijab-styling' || id === 'veil-and-pins' ? 'hair' : 'makeup'
  return 'nails'
}

type Offering = { crafts: readonly Craft[]; skills: readonly string[]; mode: Mode; country: Country }

export function canOffer(service: CatalogueService, of: Offering): boolean {
  if (!service.markets.includes(of.country) || !service.skills.every((skill) => of.skills.includes(skill))) return false
  if (service.type === 'nails-on-the-day') return of.crafts.includes('nails') && of.mode !== 'studio'
  if (service.type === 'styling') return of.crafts.includes('makeup') || of.crafts.includes('hair')
  if (service.id === 'group-makeup-lesson' || service.type === 'makeup-lessons')
    return of.crafts.includes('lessons') && of.crafts.includes('makeup')
  if (service.id === 'group-hair-lesson' || service.type === 'hair-lessons')
    return of.crafts.includes('lessons') && of.crafts.includes('hair')
  return of.crafts.includes(getCraft(service))
}

const weddingServices = ['makeup', 'bridal-makeup', 'updo', 'bridal-hair', 'hair-styling']

export function pickServices(stream: Stream, of: Offering): CatalogueService[] {
  const may = services.filter((service) => canOffer(service, of))
  const bridal = of.skills.includes('bridal')
  const offered = may.filter((service) =>
    stream.chance(bridal && weddingServices.includes(service.id) ? 0.96 : service.share),
  )
  if (offered.length >= 2) return offered
  return [...may].sort((a, b) => b.share - a.share || a.no - b.no).slice(0, 3)
}
