import { defineMessages } from '#contract/i18n/messages.ts'

export const badgeMessages = defineMessages({
  'badge.featured': 'Featured',
  'badge.offered': 'Instant Book',
  'badge.inDemand': 'In Demand',
  'badge.covidTrained': 'COVID Trained',
  'badge.vaccinated': 'Vaccinated',
  'badge.requested': 'Requested',
  'badge.booked': 'Booked',
  'badge.unavailable': 'Unavailable',
  'badge.cancelled': 'Cancelled',
})
