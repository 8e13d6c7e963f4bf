export { countSignedForms } from './forms.queries.ts'
export { resealForms, getClientForms, getBookingForms, signForms } from './forms.ts'
export { insertLinkedAppointment, insertTest, listInDiary } from './linked-appointments.queries.ts'
export {
  bookTest,
  cancelTest,
  cancelTrial,
  setPatchTestOutcome,
  setTrialOutcome,
  moveOwnTrial,
  moveTrial,
} from './linked-appointments.ts'
export { listMissingOf, listMissingTests, type MissingTest, type TestedBooking } from './linked-jobs.queries.ts'
export {
  addToDiary,
  type RequestedTime,
  type DiaryPlace,
  findTime,
  getTestMinutes,
  type LinkedDay,
  listFreeTimes,
  listOwnTrialTimes,
  listTestTimes,
  listTrialTimes,
} from './linked-times.ts'
