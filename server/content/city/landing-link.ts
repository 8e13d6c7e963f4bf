import { withoutQuery } from '#contract/words.ts'

/** The occasions that have pages of their own. */
export const events = [
  'wedding',
  'engagement',
  'mehndi',
  'prom',
  'party',
  'birthday',
  'photo-shoot',
  'graduation',
  'corporate',
  'halloween',
  'eid',
  'diwali',
  'races',
  'quinceanera',
] as const
export type EventSlug = (typeof events)[number]

// As the catalogue has them; what it calls a school formal in Australia is the page of the prom there.
const onlyIn: Partial<Record<EventSlug, readonly string[]>> = { races: ['AU', 'GB'], quinceanera: ['US', 'CA'] }

/** The occasions of a country, as many in each. */
export const eventsOf = (country: string): readonly EventSlug[] =>
  events.filter((event) => onlyIn[event]?.includes(country) ?? true)

export type LandingLink = { country: string; category: string; place: string; event: EventSlug | null }

/** The parts of a landing page's path, or null where the path has another shape. */
export function readLink(link: string): LandingLink | null {
  const parts = withoutQuery(link)
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
    .split('/')
  if (parts.length < 3 || parts.length > 4) return null
  const [country = '', category = '', place = '', event] = parts
  if (!/^(au|us|gb|ca)$/.test(country) || !/^[a-z0-9-]+$/.test(category) || !/^[a-z0-9-]+$/.test(place)) return null
  const known = eventsOf(country.toUpperCase()).find((each) => each === event)
  if (event !== undefined && !known) return null
  return { country: country.toUpperCase(), category, place, event: known ?? null }
}

/** The path of a place's page. */
export const pathOf = (country: string, category: string, place: string, event?: string | null): string =>
  `/${[country.toLowerCase(), category, place, ...(event ? [event] : [])].join('/')}`

/** A name as it stands in an address: lower case, without accents, words joined by hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
