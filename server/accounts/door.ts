export { endedLink, type Purpose, makeLink, spendCode, spendLink } from './one-time-links.ts'
export { endSessions, type How, type OpenedSession, openSession } from './sessions.ts'
export { type AccountRow, accountByEmail, accountById as findAccount, operatorsToTell } from './queries.ts'
export {
  acceptTerms,
  addressOf,
  addRole,
  type NewAccount,
  registerAccount,
  type Role,
  sendVerification,
  type Terms,
} from './register-account.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { parseMobile, shownMobile } from './mobiles.ts'
export { offerLoginAs } from './offer-login-as.ts'
export { presentUser } from './present-user.ts'
export { forgetSessions } from './session-cache.ts'
export { forgetUnused } from './forget-unused.ts'
export { forgetPastLinks } from './retention.ts'
export { identify } from './token.ts'
export { customerScore } from './standing-queries.ts'
export { endAllSessions, restoreAccount, setOperator, suspendAccount } from './standing.ts'
export { ownerByMail } from './spend-links.ts'
export { currentTerms } from './terms.ts'
export { welcome } from './welcome.ts'
export { requesterAccount } from './requester.ts'
export { linksSince } from './queries.ts'
