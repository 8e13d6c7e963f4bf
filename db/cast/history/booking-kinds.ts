import type { CatalogueService } from '#db/catalog/catalogue.ts'

const textured = ['silk-press', 'coils-and-curls', 'cornrows', 'knotless-braids', 'locs-retwist']
const braided = ['braids', 'cornrows', 'knotless-braids']
const draped = ['sari-draping', 'dupatta-setting', 'turban-tying']

export function listReviewKinds(service: CatalogueService, skills: readonly string[]): string[] {
  const { id, type, category } = service
  if (category === 'makeup-hair-lessons') return ['lesson']
  const men = id.endsWith('-for-men') || id === 'beard-tidy' || id.startsWith('mens-')
  if (category === 'nails' || type === 'nails-on-the-day') return men ? ['nails', 'men', 'work'] : ['nails', 'work']
  if (type === 'mehndi') return ['mehndi', 'work']
  const kinds: string[] = []
  if (men) kinds.push('men')
  else if (id === 'special-effects-makeup') kinds.push('sfx', 'makeup')
  else if (type === 'makeup') kinds.push('makeup')
  else if (textured.includes(id)) kinds.push('textured')
  else if (type === 'hair' && id !== 'braids') kinds.push('hair')
  if (braided.includes(id)) kinds.push('braids')
  if (id === 'braids' && skills.includes('textured-hair')) kinds.push('textured')
  if (id === 'locs-retwist') kinds.push('locs')
  if (draped.includes(id)) kinds.push('drape')
  if (id === 'bridal-makeup' || id === 'bridal-hair') kinds.push('bridal')
  return [...kinds, 'look', 'work']
}

export const isForMen = (service: CatalogueService): boolean =>
  service.id.endsWith('-for-men') || service.id === 'beard-tidy'
