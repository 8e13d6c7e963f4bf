import type { Drawing } from '#art/draw.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'

const depths: readonly LookTag[] = [
  'skin-very-deep',
  'skin-deep',
  'skin-deep',
  'skin-brown',
  'skin-brown',
  'skin-medium',
  'skin-medium',
  'skin-light',
  'skin-light',
  'skin-very-fair',
]
const colours: Readonly<Record<string, LookTag>> = {
  black: 'colour-black',
  espresso: 'colour-brown',
  brown: 'colour-brown',
  chestnut: 'colour-brown',
  honey: 'colour-blonde',
  blonde: 'colour-blonde',
  auburn: 'colour-red',
  copper: 'colour-red',
  silver: 'colour-grey',
  white: 'colour-grey',
  burgundy: 'colour-bright',
  teal: 'colour-bright',
}
const styles: Readonly<Record<string, readonly LookTag[]>> = {
  afro: ['hair-coily'],
  puff: ['hair-coily', 'style-updo'],
  'two-puffs': ['hair-coily', 'style-updo'],
  curls: ['hair-curly'],
  'coily-crop': ['hair-coily', 'length-cropped'],
  braids: ['hair-braids', 'length-long'],
  'braids-up': ['hair-braids', 'style-updo'],
  cornrows: ['hair-braids'],
  locs: ['hair-locs', 'length-long'],
  'short-locs': ['hair-locs', 'length-short'],
  bob: ['hair-straight', 'length-short'],
  long: ['hair-straight', 'length-long'],
  waves: ['hair-wavy', 'length-long'],
  'low-bun': ['style-updo'],
  'top-bun': ['style-updo'],
  pixie: ['length-cropped'],
  fade: ['length-cropped'],
  hijab: ['hijab'],
}
const curls: Readonly<Record<string, LookTag>> = { curl: 'hair-curly', coil: 'hair-coily', kink: 'hair-coily' }

export function tagDrawing(drawing: Drawing): LookTag[] {
  const { kind, options } = drawing
  const tags: (LookTag | undefined)[] = []
  if ('skin' in options) tags.push(depths[options.skin - 1])
  if ('hair' in options) tags.push(colours[options.hair])
  if (kind === 'face') {
    tags.push(...(styles[options.style] ?? []))
    if (options.mature) tags.push('mature-skin')
    if (options.glasses && options.glasses !== 'none') tags.push('glasses')
    tags.push(options.editorial ? 'style-editorial' : options.bare ? 'style-natural' : 'style-soft-glam')
  }
  if (kind === 'coils') tags.push(curls[options.curl ?? 'coil'])
  if (kind === 'braids') tags.push('hair-braids')
  if (kind === 'locs') tags.push('hair-locs')
  if (kind === 'waves') tags.push('hair-wavy', 'style-down')
  if (kind === 'straight') tags.push('hair-straight', 'style-down')
  if (kind === 'braidCrown') tags.push('hair-braids', 'style-updo')
  if (kind === 'updo') tags.push('style-updo', ...(options.adorn === 'veil' ? (['veil', 'for-wedding'] as const) : []))
  return [...new Set(tags)].filter((tag) => tag !== undefined)
}
