export { signedCounts } from './forms.queries.ts'
export { resealForms, showClientForms, showForms, signForms } from './forms.ts'
export { insertLinkedAppointment, insertTest, listInDiary } from './linked-appointments.queries.ts'
export {
  bookTest,
  cancelTest,
  cancelTrial,
  judgeTest,
  judgeTrial,
  moveOwnTrial,
  moveTrial,
} from './linked-appointments.ts'
export { listMissingOf, listMissingTests, type MissingTest, type TestedBooking } from './linked-jobs.queries.ts'
export {
  addToDiary,
  type AskedTime,
  type DiaryPlace,
  findTime,
  getTestMinutes,
  type LinkedDay,
  listFreeTimes,
  listOwnTrialTimes,
  listTestTimes,
  listTrialTimes,
} from './linked-times.ts'
