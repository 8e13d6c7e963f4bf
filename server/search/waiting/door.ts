export { offerReserved } from './offer-lists.ts'
export { takeReserved } from './waiting-queries.ts'
export { endWaitingOfArtist, endWaitingOfCustomer, waitingCount } from './end-waiting.ts'
