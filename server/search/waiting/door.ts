export { endWaitingOfArtist, endWaitingOfCustomer, waitingCount } from './end-waiting.ts'
