export { presentOwn } from './own-profile.ts'
export { pricesNear } from './own-queries.ts'
