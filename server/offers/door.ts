export { acceptOffer } from './accept-offer.ts'
export { type Bookable, bookableQuote, type NotBookable } from './bookable-quote.ts'
export { endOpenRequests } from './end-open-requests.ts'
export { requesterAccount } from '#server/accounts/door.ts'
