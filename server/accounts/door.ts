export { presentUser } from './present-user.ts'
export {
  type AccountRow,
  acceptedTerms,
  accountByEmail,
  accountById as findAccount,
  linksSince,
  operatorsToTell,
  renameAccount,
} from './queries.ts'
export { actAsOne, customerScore, legalHoldOf } from './standing-queries.ts'
