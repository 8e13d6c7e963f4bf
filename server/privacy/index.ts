export { eraseOnRequest, getLoggedRequest, isDataRequest } from './data-requests.ts'
