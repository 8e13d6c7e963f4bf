export {
  downloadImportReport,
  listImports,
  previewImport,
  showImport,
  startImport,
  undoImport,
} from './client-imports.ts'
export { saveClientNote } from './clients.queries.ts'
export { listClients, noteClient } from './clients.ts'
export { hoursOf } from './diary.queries.ts'
export { addFeed, confirmEmptyFeed, listFeeds, refreshFeed, removeFeed } from './feeds.ts'
export { freeTimesOn } from './free-times.ts'
export { showInsights } from './insights.ts'
export {
  changeOwnAppointment,
  createOwnAppointment,
  deleteOwnAppointment,
  listOwnAppointments,
} from './own-appointments.ts'
export { ownAppointmentsBetween } from './own-clients.queries.ts'
export { addOwnClient, changeOwnClient, removeOwnClient, showClient } from './own-clients.ts'
export { answerVisit, showVisit } from './own-visits.ts'
export { calendarAddress } from './published-calendar.ts'
export { recheckFeeds } from './refresh-feeds.ts'
