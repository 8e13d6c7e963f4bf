import type { Catalogue } from '#contract/words.ts'

export const badgeMessages = {
  'badge.featured': 'Featured',
  'badge.offered': 'Instant Book',
  'badge.inDemand': 'In Demand',
  'badge.covidTrained': 'COVID Trained',
  'badge.vaccinated': 'Vaccinated',
  'badge.requested': 'Requested',
  'badge.booked': 'Booked',
  'badge.unavailable': 'Unavailable',
  'badge.cancelled': 'Cancelled',
} as const satisfies Catalogue
