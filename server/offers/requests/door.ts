export { endRequestsOfArtist, endRequestsOfCustomer } from './end-dependent-requests.ts'
export { endOpenRequests } from './end-open-requests.ts'
export { openRequestsOf, searchesWithRequests } from './request-queries.ts'
