export { endSessions, type How, type OpenedSession, openSession } from './sessions.ts'
export { offerLoginAs } from './offer-login-as.ts'
export { forgetSessions } from './session-cache.ts'
export { identify } from './token.ts'
