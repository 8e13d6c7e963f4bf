export {
  acceptTerms,
  addressOf,
  addRole,
  registerAccount,
} from './register-account.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { parseMobile, shownMobile } from './mobiles.ts'
export { currentTerms, termsNow } from './terms.ts'
export { requesterAccount, requesterAtOnce, requesterNow } from './requester.ts'
