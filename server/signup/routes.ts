import { signup } from '#contract/signup/signup.ts'
import { operatorAppeals, ownAppeals } from '#contract/signup/appeals/appeals.ts'
import { verification } from '#contract/signup/verification.ts'
import { serve } from '#server/platform/http/serve.ts'
import { decideAppeal } from '#server/signup/appeals/decide-appeal.ts'
import { listAppeals } from '#server/signup/appeals/list-appeals.ts'
import { sendAppeal } from '#server/signup/appeals/send-appeal.ts'
import { showOwnAppeals } from '#server/signup/appeals/show-own-appeals.ts'
import { approve } from '#server/signup/verification/approve.ts'
import { claim } from '#server/signup/verification/claim.ts'
import { reject } from '#server/signup/verification/reject.ts'
import { sendBack } from '#server/signup/verification/send-back.ts'
import { askGesture } from './ask-gesture.ts'
import { saveIdentity } from './save-identity.ts'
import { leave } from './leave.ts'
import { passStep } from './pass-step.ts'
import { showProgress } from './show-progress.ts'
import { showPace } from './show-pace.ts'
import { showCase } from '#server/signup/verification/show-case.ts'
import { showQueue } from '#server/signup/verification/show-queue.ts'
import { start } from './start.ts'
import { resubmit } from './resubmit.ts'
import { submit } from './submit.ts'

export const signupRoutes = serve(signup, {
  show: showProgress,
  pace: showPace,
  start,
  pass: passStep,
  leave,
  gesture: askGesture,
  identity: saveIdentity,
  submit,
  resubmit,
})
export const verificationRoutes = serve(verification, {
  queue: showQueue,
  case: showCase,
  claim,
  approve,
  sendBack,
  reject,
})
export const appealRoutes = [
  ...serve(ownAppeals, { show: showOwnAppeals, send: sendAppeal }),
  ...serve(operatorAppeals, { list: listAppeals, decide: decideAppeal }),
]
