import { signup } from '#contract/signup/signup.ts'
import { verification } from '#contract/signup/verification.ts'
import { serve } from '#server/platform/http/serve.ts'
import { approve, claim, reject, sendBack } from './decide.ts'
import { askGesture, saveIdentity } from './identity.ts'
import { leave } from './leave.ts'
import { passStep } from './pass-step.ts'
import { showProgress } from './progress.ts'
import { showPace } from './show-pace.ts'
import { showCase } from './show-case.ts'
import { showQueue } from './show-queue.ts'
import { start } from './start.ts'
import { resubmit, submit } from './submit.ts'

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
