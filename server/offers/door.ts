export { acceptOffer, canAcceptOffer } from './accept-offer.ts'
