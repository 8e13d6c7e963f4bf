export { endOpenRequests } from './end-open-requests.ts'
export { searchesWithRequests } from './request-queries.ts'
