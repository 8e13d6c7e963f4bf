import type { Catalogue } from '#contract/words.ts'

/** Texts of pages for an occasion. */
export const eventWords = {
  'event.wedding': 'Wedding hair and makeup in {city}',
  'event.prom': { text: 'Prom hair and makeup in {city}', AU: 'Formal hair and makeup in {city}' },
  'event.party': 'Party hair and makeup in {city}',
  'event.photo-shoot': 'Hair and makeup for a photo shoot in {city}',
  'event.engagement': 'Engagement hair and makeup in {city}',
  'event.mehndi': 'Hair and makeup for a mehndi in {city}',
  'event.graduation': 'Graduation hair and makeup in {city}',
  'event.cta': 'See who is free',
  'event.how': 'Each person gets their own line: the bride, two bridesmaids, a mother. Equal looks are counted together, so three updos are one line.',
  'event.wedding.trial': 'Want a trial first? Book it as its own appointment, weeks before the day.',
  'event.wedding.faq.q': 'Who should sit first?',
  'event.wedding.faq.a': 'The person with the longest look is usually last, so that it is freshest. The run sheet suggests an order and you can change it.',
  'event.prom.faq.q': 'Can a parent book for a group?',
  'event.prom.faq.a': 'Yes. One person books and pays the deposit. Everyone under 16 should have an adult at the address.',
  'event.party.faq.q': 'Is tonight possible?',
  'event.party.faq.a': 'Often. Artists say how much notice they need; close to the start only Instant Book is shown.',
  'event.photo-shoot.faq.q': 'Can the artist stay for touch-ups?',
  'event.photo-shoot.faq.a': 'Ask in a message with your request. If it takes longer, the artist can answer with an offer that includes the time.',
} as const satisfies Catalogue
