export { cancelByOperator } from './cancellation.ts'
export { canSettle, presentDisputeSummaries, settleDispute } from './disputes.ts'
export { listFreeTimesOfBooking } from './move-times.ts'
export {
  changeFor,
  executeTeamAct,
  createGoodwillAct,
  moveFor,
  previewTeamAct,
  assertNotBegun,
  swapFor,
  cancelForCustomer,
  markNoShow,
  type TeamAct,
  undoCashRecord,
} from './operator-changes.ts'
export { findPartnerOfBooking } from './partner-bookings.queries.ts'
export { listRescueArtists, getRescueSearch } from './rescue.ts'
