import type { Card } from '#contract/search/quotes.ts'

/** A card that can be asked for a price now. */
export const canBeAsked = (card: Card): boolean =>
  card.reason === 'fits' &&
  card.status !== 'offered' &&
  card.status !== 'requested' &&
  card.status !== 'booked' &&
  card.status !== 'cancelled'
