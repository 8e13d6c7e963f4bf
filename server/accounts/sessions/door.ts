export { endEverySession, openSession } from './sessions.ts'
export { offerLoginAs } from './offer-login-as.ts'

export { identify } from './token.ts'
