export { acceptOffer } from './accept-offer.ts'
