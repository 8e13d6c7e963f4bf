import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'

/** Differences of a recruitment page from the template. */
export interface Variant {
  headline: string | { plain: string; kilometres: string }
  text: string
  firstService: string | null
  place: 'mobile' | 'studio' | 'both'
}

const plain: Variant = {
  headline: 'Your kit. Your prices. Your diary.',
  text: 'Requests come with a place, a time and a headcount. Accept the ones you want, at the price you set.',
  firstService: null,
  place: 'both',
}

const variants: Readonly<Record<string, Variant>> = {
  '/join': plain,
  '/join-mua': {
    headline: 'Every shade in your case. A full diary to match.',
    text: 'For makeup artists: weddings, parties, photo shoots. You list your shade range, and the people who need it find you.',
    firstService: 'Makeup',
    place: 'mobile',
  },
  '/join-sg': {
    headline: 'Two chairs. One booking.',
    text: 'For small groups of artists who work side by side. Add up to three assistants and take the jobs that need more than one pair of hands.',
    firstService: 'Bridal makeup',
    place: 'mobile',
  },
  '/join-now': {
    headline: 'Start tonight. A real person checks your profile.',
    text: 'Name, place, prices, pictures. Twelve short steps, saved as you go.',
    firstService: null,
    place: 'both',
  },
  '/nails/join-us': {
    headline: 'Their kitchen table. Your lamp. Done by six.',
    text: 'For nail artists: gel, art, repairs. Choose how far you travel and the smallest booking worth the trip.',
    firstService: 'Manicure',
    place: 'mobile',
  },
  '/providers/join-us': {
    headline: 'Every job comes with a time',
    text: 'Hair, makeup, nails, styling: each request says where, when, who and by when.',
    firstService: null,
    place: 'both',
  },
  '/hairdressers/join-us-1': {
    headline: 'Leave the salon floor. Keep the clients.',
    text: 'For hairdressers who want their own days: take event work around your salon shifts.',
    firstService: 'Updo',
    place: 'both',
  },
  '/hairdressers/join-us-2': {
    headline: 'Five heads before noon',
    text: 'For hairdressers who like a full morning: group bookings, one place, one price, one plan.',
    firstService: 'Updo',
    place: 'mobile',
  },
  '/hairdressers/join-us-3': {
    headline: 'You know 4C. They are looking for you.',
    text: 'For stylists of coils, curls, braids and locs: list the textures you style, so that clients can find you.',
    firstService: 'Braids',
    place: 'both',
  },
  '/hairdressers/join-us-4': {
    headline: 'Saturdays sell out. Sell them at your price.',
    text: 'For hairdressers whose best days go first: set a price that is worth the early start.',
    firstService: 'Bridal hair',
    place: 'mobile',
  },
  '/hairdressers/join-us-5': {
    headline: 'Fill the gaps in your afternoon',
    text: 'For hairdressers with free hours: open a few, and accept only what suits you.',
    firstService: 'Blow-dry',
    place: 'both',
  },
  '/hairdressers/join-us-mobile': {
    headline: { plain: 'Your van, your case, your miles', kilometres: 'Your van, your case, your kilometres' },
    text: 'For mobile hairdressers: choose how far you travel and what it costs. Travel is part of the price customers see.',
    firstService: 'Blow-dry',
    place: 'mobile',
  },
  '/hairdressers/join-us-studio': {
    headline: 'Your chair. Clients come to you.',
    text: 'For hairdressers with a studio: customers see the area when they search and the address once they book.',
    firstService: 'Blow-dry',
    place: 'studio',
  },
}

/** Names of the artists of a product, and search terms for it. */
const products: Readonly<Record<string, readonly [artists: string, work: string]>> = {
  makeup: ['Makeup artists', 'makeup'],
  hair: ['Hair stylists', 'hair'],
  nails: ['Nail artists', 'nails'],
  bridal: ['Bridal artists', 'bridal hair and makeup'],
  braids: ['Braiders', 'braids'],
  lashes: ['Lash artists', 'lashes'],
  brows: ['Brow artists', 'brows'],
  lessons: ['Makeup and hair teachers', 'lessons'],
}

/** Returns the variant of an address; the default for an unknown product, null for other addresses. */
export function getVariant(path: string): Variant | null {
  const known = variants[path]
  if (known) return known
  const product = /^\/join-([a-z-]+)$/.exec(path)?.[1]
  if (!product) return null
  const words = Object.hasOwn(products, product) ? products[product] : undefined
  if (!words) return plain
  const [artists, work] = words
  return {
    headline: `${artists}, set your own price`,
    text: `Customers search for ${work} by place, time and headcount. Reply to the requests you want.`,
    firstService: product.charAt(0).toUpperCase() + product.slice(1),
    place: 'both',
  }
}

/** Returns the canonical address; unknown products use the default page's. */
export const getCanonicalAddress = (path: string): string => (getVariant(path) === plain ? '/join' : path)

/** Returns a valid recruitment address, or null. */
export const getLanding = (path: string | null): string | null => (path && getVariant(path) ? path : null)

export const listOtherVariants = (path: string, country: Country): { path: string; headline: string }[] =>
  [...Object.keys(variants), ...Object.keys(products).map((product) => `/join-${product}`)]
    .filter((other) => other !== path)
    .map((other) => ({ path: other, headline: formatHeadline(getVariant(other) ?? plain, country) }))

export const formatHeadline = ({ headline }: Pick<Variant, 'headline'>, country: Country): string =>
  typeof headline === 'string' ? headline : markets[country].distance === 'km' ? headline.kilometres : headline.plain
