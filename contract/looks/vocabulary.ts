import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { type Country, lowercaseFirst } from '#contract/words.ts'

const tagMessages = defineMessages({
  'hair-straight': 'Straight hair',
  'hair-wavy': 'Wavy hair',
  'hair-curly': 'Curly hair',
  'hair-coily': 'Coily hair',
  'hair-braids': 'Braids',
  'hair-locs': 'Locs',
  'length-cropped': 'Cropped or shaved',
  'length-short': 'Short hair',
  'length-shoulder': 'Shoulder length',
  'length-long': 'Long hair',
  'colour-black': 'Black hair',
  'colour-brown': 'Brown hair',
  'colour-blonde': 'Blonde hair',
  'colour-red': 'Red hair',
  'colour-grey': 'Grey or white hair',
  'colour-bright': 'Brightly coloured hair',
  'skin-very-fair': 'Very fair skin',
  'skin-light': 'Light skin',
  'skin-medium': 'Medium skin',
  'skin-brown': 'Brown skin',
  'skin-deep': 'Deep skin',
  'skin-very-deep': 'Very deep skin',
  'undertone-cool': 'Cool undertone',
  'undertone-neutral': 'Neutral undertone',
  'undertone-warm': 'Warm undertone',
  'undertone-olive': 'Olive undertone',
  'mature-skin': 'Mature skin',
  glasses: 'Glasses',
  hijab: 'Hijab',
  veil: 'Veil',
  'for-wedding': 'Wedding',
  'for-party': 'Party',
  'for-prom': 'Prom or graduation',
  'for-shoot': 'Photo shoot',
  'for-stage': 'Stage or screen',
  'for-work': 'Work event',
  'for-everyday': 'Every day',
  'style-natural': 'Natural',
  'style-soft-glam': 'Soft glam',
  'style-full-glam': 'Full glam',
  'style-bold': 'Bold colour',
  'style-classic': 'Classic',
  'style-updo': 'Hair up',
  'style-down': 'Hair down',
  'style-editorial': 'Editorial',
})

export const tagHeadingMessages = defineMessages({
  'hair-pattern': 'Hair pattern',
  'hair-length': 'Hair length',
  'hair-colour': 'Hair colour',
  'skin-depth': 'Skin depth',
  undertone: 'Undertone',
  also: 'Also',
  occasion: 'Occasion',
  style: 'Style',
})

/** Tag groups in the order of the form. Groups with the same heading are shown together. */
export const tagGroups = [
  {
    id: 'pattern',
    heading: 'hair-pattern',
    weight: 4,
    tags: ['hair-straight', 'hair-wavy', 'hair-curly', 'hair-coily', 'hair-braids', 'hair-locs'],
  },
  {
    id: 'length',
    heading: 'hair-length',
    weight: 2,
    tags: ['length-cropped', 'length-short', 'length-shoulder', 'length-long'],
  },
  {
    id: 'colour',
    heading: 'hair-colour',
    weight: 2,
    tags: ['colour-black', 'colour-brown', 'colour-blonde', 'colour-red', 'colour-grey', 'colour-bright'],
  },
  {
    id: 'depth',
    heading: 'skin-depth',
    weight: 4,
    tags: ['skin-very-fair', 'skin-light', 'skin-medium', 'skin-brown', 'skin-deep', 'skin-very-deep'],
  },
  {
    id: 'undertone',
    heading: 'undertone',
    weight: 2,
    tags: ['undertone-cool', 'undertone-neutral', 'undertone-warm', 'undertone-olive'],
  },
  { id: 'maturity', heading: 'also', weight: 3, tags: ['mature-skin'] },
  { id: 'glasses', heading: 'also', weight: 2, tags: ['glasses'] },
  { id: 'covered', heading: 'also', weight: 3, tags: ['hijab', 'veil'] },
  {
    id: 'occasion',
    heading: 'occasion',
    weight: 1,
    tags: ['for-wedding', 'for-party', 'for-prom', 'for-shoot', 'for-stage', 'for-work', 'for-everyday'],
  },
  {
    id: 'style',
    heading: 'style',
    weight: 3,
    tags: [
      'style-natural',
      'style-soft-glam',
      'style-full-glam',
      'style-bold',
      'style-classic',
      'style-updo',
      'style-down',
      'style-editorial',
    ],
  },
] as const

type TagGroup = (typeof tagGroups)[number]
export type TagGroupId = TagGroup['id']

/** A tag of a person's or a picture's look, always chosen by a person, never by a machine. */
export type LookTag = TagGroup['tags'][number]

export const lookTags = tagGroups.flatMap(({ tags }): readonly LookTag[] => tags)

/** Ingredients to avoid. They belong to the searcher, never to a picture, and do not affect similarity. */
export const freeOfMessages = defineMessages({
  'free-of-fragrance': 'Fragrance',
  'free-of-essential-oils': 'Essential oils',
  'free-of-latex': 'Latex',
  'free-of-acrylates': 'Acrylates (lash glue, gel)',
  'free-of-nuts': 'Nut oils',
  'free-of-gluten': 'Gluten',
  'free-of-lanolin': 'Lanolin',
  'free-of-carmine': 'Carmine',
  'free-of-ppd': 'PPD (hair dye)',
  'free-of-nickel': 'Nickel',
  'free-of-animal': 'Anything from animals',
})
export type FreeOf = keyof typeof freeOfMessages
export const freeOfTags = Object.keys(freeOfMessages) as FreeOf[]

export const mostTags = 20

export const mostLookPictures = 5

export const formatTag = (tag: LookTag, country?: Country): string => formatMessage(tagMessages[tag], {}, country)

type TagHeading = keyof typeof tagHeadingMessages

export const tagHeadings: readonly { heading: TagHeading; tags: readonly LookTag[] }[] = [
  ...Map.groupBy(tagGroups, ({ heading }) => heading),
].map(([heading, groups]) => ({ heading, tags: groups.flatMap(({ tags }): readonly LookTag[] => tags) }))

/** Returns tags as text: Coily hair, long hair, deep skin. */
export const formatTags = (tags: readonly LookTag[], country: Country): string =>
  lookTags
    .filter((tag) => tags.includes(tag))
    .map((tag, nth) => (nth ? lowercaseFirst(formatTag(tag, country)) : formatTag(tag, country)))
    .join(', ')

/** Returns the most common tags of these pictures, at most six. */
export function listCommonTags(pictures: readonly { tags: readonly LookTag[] }[]): LookTag[] {
  const counts = new Map<LookTag, number>()
  for (const tag of pictures.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .filter(([, n]) => n * 2 > pictures.length)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([tag]) => tag)
}
