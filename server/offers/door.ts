export { acceptOffer } from './accept-offer.ts'
export { standingOffer as standingOfferOf } from './offer-queries.ts'
