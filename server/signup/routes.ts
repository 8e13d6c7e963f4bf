import { signup } from '#contract/signup/signup.ts'
import { operatorAppeals, ownAppeals } from '#contract/signup/appeals/appeals.ts'
import { verification } from '#contract/signup/verification.ts'
import { serve } from '#server/platform/http/serve.ts'
import { decideAppeal, listAppeals, sendAppeal, showOwnAppeals } from './appeals.ts'
import { approve, claim, reject, sendBack, showCase, showQueue } from './verification.ts'
import { askGesture, saveIdentity } from './identity.ts'
import { leave, resubmit, submit } from './submission.ts'
import { passStep, showPace, showProgress, start } from './signup.ts'

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
