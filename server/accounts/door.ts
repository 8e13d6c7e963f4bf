export { endedLink, type Purpose, makeLink, spendCode, spendLink } from '#server/accounts/links/one-time-links.ts'
export { endSessions, type How, type OpenedSession, openSession } from '#server/accounts/sessions/sessions.ts'
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
} from '#server/accounts/registering/register-account.ts'
export { checkPassword, hashPassword } from '#server/accounts/registering/passwords.ts'
export { parseMobile, shownMobile } from '#server/accounts/registering/mobiles.ts'
export { offerLoginAs } from '#server/accounts/sessions/offer-login-as.ts'
export { presentUser } from './present-user.ts'
export { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
export { forgetUnused } from '#server/accounts/leaving/forget-unused.ts'
export { forgetPastLinks } from '#server/accounts/leaving/retention.ts'
export { identify } from '#server/accounts/sessions/token.ts'
export { customerScore } from './standing-queries.ts'
export { endAllSessions, restoreAccount, setOperator, suspendAccount } from './standing.ts'
export { ownerByMail } from '#server/accounts/links/spend-links.ts'
export { currentTerms } from '#server/accounts/registering/terms.ts'
export { welcome } from '#server/accounts/links/welcome.ts'
export { requesterAccount } from '#server/accounts/registering/requester.ts'
export { linksSince } from './queries.ts'
