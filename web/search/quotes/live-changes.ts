import type { Card, OfferRecord, QuotesPage } from '#contract/search/quotes.ts'
import { cardsIn } from './cards-in.ts'

type Shown = Pick<QuotesPage, 'offers' | 'profiles'>
export interface LiveChanges {
  /** Answers to requests that were not there before. */
  answered: readonly OfferRecord[]
  /** Who fitted before and has been booked, and the other way round. */
  gone: readonly Card[]
  free: readonly Card[]
}

const keyOf = (card: Card) => `${card._id} ${card.location.mobileOrStudio}`
const answered = ({ provider }: OfferRecord) => provider.status === 'offered' && Boolean(provider.until)

/** What has come and gone between two readings of one search. */
export function liveChanges(before: Shown, after: Shown): LiveChanges {
  const offersOf = (page: Shown) => [...page.offers.mobile, ...page.offers.studio].filter(answered)
  const known = new Map(offersOf(before).map((record) => [keyOf(record.provider), record.offer.price]))
  const was = new Map(cardsIn(before).map((card) => [keyOf(card), card]))
  const now = cardsIn(after)
  const booked = (card: Card | undefined) => card?.status === 'unavailable' && card.reason === 'booked'
  return {
    answered: offersOf(after).filter((record) => known.get(keyOf(record.provider)) !== record.offer.price),
    gone: now.filter((card) => booked(card) && was.has(keyOf(card)) && was.get(keyOf(card))?.reason === 'fits'),
    free: now.filter((card) => card.reason === 'fits' && booked(was.get(keyOf(card)))),
  }
}
