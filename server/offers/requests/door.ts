export { endOpenRequests } from './end-open-requests.ts'
