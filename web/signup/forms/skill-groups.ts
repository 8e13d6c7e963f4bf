/** Skills by group, and the types of service that each group belongs to. Groups without types belong to all. */
const skillGroups = [
  {
    group: 'hair',
    types: ['hair', 'styling', 'hair-lessons'],
    ids: [
      'textured-hair',
      'silk-press',
      'braids',
      'locs',
      'curly-cuts',
      'fine-hair',
      'silver-hair',
      'extensions',
      'wigs',
    ],
  },
  {
    group: 'skin',
    types: ['makeup', 'makeup-lessons'],
    ids: [
      'deep-skin-tones',
      'mature-skin',
      'sensitive-skin',
      'acne-prone-skin',
      'skin-camouflage',
      'airbrush',
      'monolid-hooded-eyes',
      'glasses-wearers',
    ],
  },
  {
    group: 'occasions',
    types: ['makeup', 'hair', 'styling', 'mehndi'],
    ids: [
      'bridal',
      'south-asian-bridal',
      'nigerian-bridal',
      'east-asian-bridal',
      'large-parties',
      'editorial',
      'stage-and-screen',
      'special-effects',
      'drag',
      'vintage-styles',
      'draping',
      'gele',
      'mehndi',
    ],
  },
  {
    group: 'nails',
    types: ['nails-on-the-day', 'hands', 'extensions', 'feet', 'nail-art'],
    ids: ['gel-nails', 'acrylic-nails', 'nail-art', 'natural-nails'],
  },
  {
    group: 'access',
    types: [],
    ids: [
      'hijab-friendly',
      'step-free-studio',
      'comes-to-hospital',
      'quiet-appointments',
      'children',
      'male-grooming',
      'gender-affirming',
    ],
  },
  {
    group: 'hygiene',
    types: [],
    ids: ['hypoallergenic-kit', 'vegan-kit', 'latex-free-kit', 'fragrance-free-kit'],
  },
] as const
type SkillGroup = (typeof skillGroups)[number]['group'] | 'other'

/**
 * Groups skills for a form. Groups of the offered types of service come first, then those of every artist. Unknown
 * skills are in the group 'other', which is left out if empty.
 */
export function groupSkills<S extends { id: string }>(
  skills: readonly S[],
  offered: ReadonlySet<string>,
): { group: SkillGroup; skills: S[] }[] {
  const rank = (types: readonly string[]) => (types.length === 0 ? 1 : types.some((type) => offered.has(type)) ? 0 : 2)
  const known = [...skillGroups]
    .sort((a, b) => rank(a.types) - rank(b.types))
    .map(({ group, ids }) => ({ group, skills: skills.filter(({ id }) => (ids as readonly string[]).includes(id)) }))
  const grouped = new Set(known.flatMap((one) => one.skills))
  return [...known, { group: 'other' as const, skills: skills.filter((skill) => !grouped.has(skill)) }].filter(
    (one) => one.skills.length > 0 || one.group === 'hygiene',
  )
}
