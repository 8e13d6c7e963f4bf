import { signup } from '#contract/signup/signup.ts'
import { operatorAppeals, providerAppeals } from '#contract/signup/appeals/appeals.ts'
import { verification } from '#contract/signup/verification.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { decideAppeal, listAppeals, sendAppeal, getAppeals } from './appeals.ts'
import {
  approveProfile,
  claimProfile,
  rejectProfile,
  sendBack,
  getVerificationCase,
  getVerificationQueue,
} from './verification.ts'
import { createGesture, saveIdentity } from './identity.ts'
import { sendReturnLink, resubmitSignup, submitSignup } from './submission.ts'
import { completeStep, getReviewPace, getSignupProgress, startSignup } from './signup.ts'

export const signupRoutes = createRoutes(signup, {
  show: getSignupProgress,
  pace: getReviewPace,
  start: startSignup,
  completeStep: completeStep,
  sendReturnLink,
  gesture: createGesture,
  identity: saveIdentity,
  submit: submitSignup,
  resubmit: resubmitSignup,
})
export const verificationRoutes = createRoutes(verification, {
  queue: getVerificationQueue,
  case: getVerificationCase,
  claim: claimProfile,
  approve: approveProfile,
  sendBack,
  reject: rejectProfile,
})
export const appealRoutes = [
  ...createRoutes(providerAppeals, { show: getAppeals, send: sendAppeal }),
  ...createRoutes(operatorAppeals, { list: listAppeals, decide: decideAppeal }),
]
