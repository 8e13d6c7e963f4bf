export { presentUser } from './present-user.ts'
export {
  type AccountRow,
  accountByEmail,
  accountById as findAccount,
  linksSince,
  operatorsToTell,
  renameAccount,
} from './queries.ts'
export { customerScore } from './standing-queries.ts'
