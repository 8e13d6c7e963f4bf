export {
  acceptedTerms,
  accountByEmail,
  type AccountRow,
  accountById as findAccount,
  linksSince,
  operatorsToTell,
  renameAccount,
} from './accounts.queries.ts'
export { offerLoginAs } from './act-as.ts'
export { momentOf, presentUser } from './caller.ts'
export { type ArtistEnd, dependants, type Dependants, registerDependants, whyUnavailable } from './deletion.ts'
export { dropFactors } from './factors.queries.ts'
export { chooseAnew, openingOf } from './links.ts'
export { parseMobile, shownMobile } from './mobiles.ts'
export { acceptTerms, addressOf, addRole, currentTerms, registerAccount, termsNow } from './new-account.ts'
export { endedLink, makeLink, makeLinks, spendCode, spendLink } from './one-time-links.ts'
export { checkPassword, hashPassword } from './password-hash.ts'
export { requesterAccount, requesterAtOnce, requesterNow } from './requesters.ts'
export { endEverySession, identify, openSession } from './sessions.ts'
export { provenOwner, throwOut, welcome } from './sign-in.ts'
export { takeOverNamed } from './stand-ins.ts'
export { actAsOne, customerScore, legalHoldOf } from './suspension.queries.ts'
export {
  endAllSessions,
  limitOperator,
  makeOperator,
  makeOwner,
  restoreAccount,
  setLegalHold,
  suspendAccount,
} from './suspension.ts'
