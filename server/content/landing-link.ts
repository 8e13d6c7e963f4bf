import { eventWords } from './event-words.ts'

/** The occasions that have pages of their own. */
export const events = ['wedding', 'engagement', 'mehndi', 'prom', 'party', 'photo-shoot', 'graduation'] as const
export type EventSlug = (typeof events)[number]

const isEvent = (slug: string): slug is EventSlug => `${slug}.title` in eventWords

export type LandingLink = { country: string; category: string; place: string; event: EventSlug | null }

/** The parts of a landing page's path, or null where the path has another shape. */
export function readLink(link: string): LandingLink | null {
  const parts = link.replace(/[?#].*$/, '').replace(/^\/|\/$/g, '').toLowerCase().split('/')
  if (parts.length < 3 || parts.length > 4) return null
  const [country = '', category = '', place = '', event] = parts
  if (!/^(au|us|gb|ca)$/.test(country) || !/^[a-z0-9-]+$/.test(category) || !/^[a-z0-9-]+$/.test(place)) return null
  if (event !== undefined && !isEvent(event)) return null
  return { country: country.toUpperCase(), category, place, event: event ?? null }
}

/** The path of a place's page. */
export const pathOf = (country: string, category: string, place: string, event?: string | null): string =>
  `/${[country.toLowerCase(), category, place, ...(event ? [event] : [])].join('/')}`

/** A name as it stands in an address: lower case, without accents, words joined by hyphens. */
export const slugOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’.]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
