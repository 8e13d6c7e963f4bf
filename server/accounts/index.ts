export {
  hasAccepted,
  listAcceptedTerms,
  findAccountByEmail,
  type AccountRow,
  findAccountById as findAccount,
  countLinksSince,
  listOperatorsToNotify,
  renameAccount,
} from './accounts.queries.ts'
export { sendLoginAsLink } from './act-as.ts'
export { formatMoment, presentUser } from './caller.ts'
export {
  changeEmailByTeam,
  changeMobileByTeam,
  resetFactors,
  sendEmailCodeByTeam,
  sendMobileCodeByTeam,
  sendStopLink,
} from './changes-by-team.ts'
export {
  type ArtistEnd,
  getDependants,
  type AccountDependants,
  registerDependants,
  describeUnavailable,
  getReceiptsEnd,
  assertDeletable,
  deleteAccount,
} from './deletion.ts'
export { buildCoarsePlace } from './erase-bookings.queries.ts'
export { buildInvoicedCondition } from './erase-profile.queries.ts'
export { collectDataOfAccount } from './data-export.ts'
export { getFactors } from './factors.ts'
export { deleteFactors } from './factors.queries.ts'
export { chooseAnew, checkOpeningPassword } from './links.ts'
export { assertNotHeld, hashPerson, setEmailHold, setLegalHold } from './legal-hold.ts'
export { findLegalHold, heldAccounts, isAccountHeld, isEmailHeld, isProviderHeld } from './legal-hold.queries.ts'
export { parseMobile, formatMobile } from './mobiles.ts'
export {
  acceptTerms,
  toAddressee,
  addRole,
  getCurrentTermsVersion,
  registerAccount,
  getCachedTermsVersion,
} from './new-account.ts'
export { findEndedLink, createLink, createLinks, redeemCode, redeemLink } from './one-time-links.ts'
export { fetchPartners, findPartnerById } from './partners.queries.ts'
export { checkPassword, hashPassword } from './password-hash.ts'
export { getRequesterAccount, buildRequesterParts, selectCurrentRequester } from './requesters.ts'
export { runInConstantTime } from './throttle.ts'
export { endEverySession, identifyToken, openSession } from './sessions.ts'
export { getProvenOwner, throwOut, signInAccount } from './sign-in.ts'
export { claimStandIn } from './stand-ins.ts'
export { countAsOnePerson, getCustomerScore, listOwners, lockOperators } from './suspension.queries.ts'
export {
  endAllSessions,
  removeDuties,
  grantOperator,
  grantOwner,
  restoreAccount,
  suspendAccount,
} from './suspension.ts'
