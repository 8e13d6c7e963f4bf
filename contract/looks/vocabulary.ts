/** Tag groups in the order of the form. Groups with the same heading are shown together. */
export const tagGroups = [
  {
    id: 'pattern',
    heading: 'Hair pattern',
    weight: 4,
    tags: {
      'hair-straight': 'Straight hair',
      'hair-wavy': 'Wavy hair',
      'hair-curly': 'Curly hair',
      'hair-coily': 'Coily hair',
      'hair-braids': 'Braids',
      'hair-locs': 'Locs',
    },
  },
  {
    id: 'length',
    heading: 'Hair length',
    weight: 2,
    tags: {
      'length-cropped': 'Cropped or shaved',
      'length-short': 'Short hair',
      'length-shoulder': 'Shoulder length',
      'length-long': 'Long hair',
    },
  },
  {
    id: 'colour',
    heading: 'Hair colour',
    weight: 2,
    tags: {
      'colour-black': 'Black hair',
      'colour-brown': 'Brown hair',
      'colour-blonde': 'Blonde hair',
      'colour-red': 'Red hair',
      'colour-grey': 'Grey or white hair',
      'colour-bright': 'Brightly coloured hair',
    },
  },
  {
    id: 'depth',
    heading: 'Skin depth',
    weight: 4,
    tags: {
      'skin-very-fair': 'Very fair skin',
      'skin-light': 'Light skin',
      'skin-medium': 'Medium skin',
      'skin-brown': 'Brown skin',
      'skin-deep': 'Deep skin',
      'skin-very-deep': 'Very deep skin',
    },
  },
  {
    id: 'undertone',
    heading: 'Undertone',
    weight: 2,
    tags: {
      'undertone-cool': 'Cool undertone',
      'undertone-neutral': 'Neutral undertone',
      'undertone-warm': 'Warm undertone',
      'undertone-olive': 'Olive undertone',
    },
  },
  { id: 'maturity', heading: 'Also', weight: 3, tags: { 'mature-skin': 'Mature skin' } },
  { id: 'glasses', heading: 'Also', weight: 2, tags: { glasses: 'Glasses' } },
  { id: 'covered', heading: 'Also', weight: 3, tags: { hijab: 'Hijab', veil: 'Veil' } },
  {
    id: 'occasion',
    heading: 'Occasion',
    weight: 1,
    tags: {
      'for-wedding': 'Wedding',
      'for-party': 'Party',
      'for-prom': 'Prom or graduation',
      'for-shoot': 'Photo shoot',
      'for-stage': 'Stage or screen',
      'for-work': 'Work event',
      'for-everyday': 'Every day',
    },
  },
  {
    id: 'style',
    heading: 'Style',
    weight: 3,
    tags: {
      'style-natural': 'Natural',
      'style-soft-glam': 'Soft glam',
      'style-full-glam': 'Full glam',
      'style-bold': 'Bold colour',
      'style-classic': 'Classic',
      'style-updo': 'Hair up',
      'style-down': 'Hair down',
      'style-editorial': 'Editorial',
    },
  },
] as const

type TagGroup = (typeof tagGroups)[number]
export type TagGroupId = TagGroup['id']
type KeysOf<T> = T extends unknown ? keyof T : never

/** A tag of a person's or a picture's look, always chosen by a person, never by a machine. */
export type LookTag = KeysOf<TagGroup['tags']>

export const lookTags = tagGroups.flatMap(({ tags }) => Object.keys(tags)) as LookTag[]

/** Ingredients to avoid. They belong to the searcher, never to a picture, and do not affect similarity. */
export const freeOfLabels = {
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
} as const
export type FreeOf = keyof typeof freeOfLabels
export const freeOfTags = Object.keys(freeOfLabels) as FreeOf[]

export const mostTags = 20

export const mostLookPictures = 5

const labels: Readonly<Record<string, string>> = Object.assign({}, ...tagGroups.map(({ tags }) => tags))

export const tagLabel = (tag: LookTag): string => labels[tag] ?? tag

export const tagHeadings: readonly { heading: string; tags: readonly LookTag[] }[] = [
  ...Map.groupBy(tagGroups, ({ heading }) => heading),
].map(([heading, groups]) => ({ heading, tags: groups.flatMap(({ tags }) => Object.keys(tags) as LookTag[]) }))
