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
export { currentTerms } from './terms.ts'
export { requesterAccount } from './requester.ts'
