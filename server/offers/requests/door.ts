export { endOpenRequests } from './end-open-requests.ts'
export { endRequests } from './end-requests.ts'
