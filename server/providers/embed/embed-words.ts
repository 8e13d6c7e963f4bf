import type { Catalogue } from '#contract/words.ts'

/** Texts of the form that stands inside other sites. */
export const embedWords = {
  'embed.title': 'Book {name}',
  'embed.text': 'The whole price and the plan of the day, before you pay anything.',
  'embed.services': 'For how many people',
  'embed.service': '{label}, from {price}',
  'embed.date': 'Day',
  'embed.time': 'Ready by',
  'embed.time.unsure': 'Not sure yet',
  'embed.see': 'See the price and plan',
  'embed.leads': 'Opens on Primp.',
  'embed.gone': '{name} takes no bookings at the moment.',
  'embed.none': 'This artist is not to be found any more.',
} as const satisfies Catalogue
