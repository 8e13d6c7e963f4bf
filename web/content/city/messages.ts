import type { Catalogue } from '#contract/words.ts'

export const cityMessages = {
  'city.score': '{score} from {reviews}',
  'city.price': {
    one: '1 offer right now, from {minPrice}.',
    other: '{offers} offers right now, from {minPrice} to {maxPrice}.',
  },
  'city.score.builtIn': '{score} from {reviews} in the sample',
  'city.price.builtIn': '{offers} offers of whole bookings in the sample, {minPrice} to {maxPrice}.',
  'city.price.none': 'Search with your date to see prices.',
  'city.price.note': 'Figures from quotes on Primp, updated {date}.',
  'city.none.title': 'No artist in {city} yet',
  'city.none.text':
    'The nearest are in {nearCity}, {distance} away. Search with your date, or leave your address and we write when somebody starts here.',
  'city.none.text.plain': 'Search with your date, or leave your address and we write when somebody starts here.',
  'city.none.action': 'Search near {nearCity}',
  'city.none.wait': 'Leave your address',
  'city.providers.title': 'Artists in {city}',
  'city.providers.featured': 'Featured artists in {city}',
  'city.providers.all': { one: 'See the artist', other: 'All {artists}' },
  'city.reviews.all': 'Read all reviews',
  'city.reviews.title': 'From bookings in {city}',
  'city.events.title': 'By occasion',
  'city.places.title': 'Popular places near {city}',
  'city.places.card': { one: '1 artist', other: '{n} artists' },
  'city.places.card.price': {
    one: '1 artist, from {minPrice} a person',
    other: '{n} artists, from {minPrice} a person',
  },
  'city.places.card.far': '{distance} away',
  'city.media.title': 'Looks from {city}',
  'city.map.title': '{city} on the map',
  'city.map.alt': 'Map of {city} with the areas artists come from',
  'city.faq.title': 'Prices and dates in {city}',
  'city.search': { fixed: 'Search' },
} as const satisfies Catalogue
