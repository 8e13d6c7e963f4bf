import type { Card } from '#contract/search/quotes.ts'

/** Returns whether a request can be sent to this card's artist now. */
export const canBeAsked = (card: Card): boolean =>
  card.reason === 'fits' &&
  card.status !== 'offered' &&
  card.status !== 'requested' &&
  card.status !== 'booked' &&
  card.status !== 'cancelled'
