import { defineMessages } from '#contract/i18n/messages.ts'

export const cityMessages = defineMessages({
  'city.score': '{score} from {reviews}',
  'city.price':
    '{n, plural, one {1 current offer, from {minPrice}.} other {{offers} current offers, from {minPrice} to {maxPrice}.}}',
  'city.price.builtIn': 'Most bookings cost {minPrice} to {maxPrice} ({offers} sample prices).',
  'city.price.none': 'Search with your date to see prices.',
  'city.price.note': 'Based on quotes on Primp, updated {date}.',
  'city.none.title': 'No artists in {city} yet',
  'city.none.text':
    'The nearest artists are in {nearCity}, {distance} away. Search with your date, or leave your email and we will tell you when an artist starts here.',
  'city.none.text.plain': 'Search with your date, or leave your email and we will tell you when an artist starts here.',
  'city.none.action': 'Search near {nearCity}',
  'city.none.wait': 'Leave your email',
  'city.providers.title': 'Artists {inCity}',
  'city.providers.featured': 'Featured artists {inCity}',
  'city.providers.all': '{n, plural, one {See the artist} other {All {artists}}}',
  'city.reviews.all': 'Read all reviews',
  'city.reviews.title': 'Reviews of artists {inCity}',
  'city.events.title': 'By occasion',
  'city.places.title': 'Popular places near {city}',
  'city.places.card': '{n, plural, one {1 artist} other {{n} artists}}',
  'city.places.card.price':
    '{n, plural, one {1 artist, from {minPrice} per person} other {{n} artists, from {minPrice} per person}}',
  'city.places.card.far': '{distance} away',
  'city.media.title': 'Looks by artists {inCity}',
  'city.map.title': '{city} on the map',
  'city.map.alt': 'Map of {city} with the areas where these artists are based',
  'city.faq.title': 'Prices and dates for {city}',
  'city.faq.event': 'Good to know',
  'city.in': 'in {city}',
  'city.near': 'near {city}',
  'city.search': { fixed: 'Search' },
})
