import type { Catalogue } from '#contract/words.ts'

/** What a booking says of what the team has done with it, to each who looks. */
export const actWords = {
  'goodwill.customer': 'Primp gives you {amount} back.',
  'goodwill.provider': 'Primp gives the customer {amount} back, out of its own pocket. What you earn stays.',
  'goodwill.operator': 'Goodwill: {amount} to the customer, from the house.',
  'goodwill.waits': 'Goodwill of {amount} waits for a second operator.',
  'goodwill.refused': 'Goodwill of {amount} was turned down by a second operator.',
} as const satisfies Catalogue
