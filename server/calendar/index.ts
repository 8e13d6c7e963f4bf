export { listClientRequests, listOwnClientsOfEmail } from './client-data.queries.ts'
export {
  acceptControllerTerms,
  finishClientDataRequest,
  forwardClientRequest,
  getRequestDeadline,
  listClientDataRequests,
} from './client-data.ts'
export {
  downloadImportReport,
  listImports,
  previewImport,
  getImport,
  startImport,
  undoImport,
} from './client-imports.ts'
export { saveClientNote } from './clients.queries.ts'
export { listClients, updateClientNote } from './clients.ts'
export { findHours } from './diary.queries.ts'
export { addFeed, confirmEmptyFeed, listFeeds, refreshFeed, removeFeed } from './feeds.ts'
export { listFreeTimesOnDay } from './free-times.ts'
export { getInsights } from './insights.ts'
export {
  changeOwnAppointment,
  createOwnAppointment,
  deleteOwnAppointment,
  listOwnAppointments,
} from './private-appointments.ts'
export { listPrivateAppointmentsBetween } from './private-clients.queries.ts'
export { addOwnClient, changeOwnClient, removeOwnClient, getClient } from './private-clients.ts'
export { answerVisit, getVisit } from './private-visits.ts'
export { getCalendarAddress } from './published-calendar.ts'
export { recheckFeeds } from './refresh-feeds.ts'
