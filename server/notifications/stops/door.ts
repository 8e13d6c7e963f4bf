export { groupOf } from './is-stopped.ts'
export { mailOfKey } from './stop-link.ts'
export { mailEventsRoute } from './mail-events-route.ts'
export { addStop, mailToStop } from './stop-queries.ts'
