export { momentOf } from './moment.ts'
export {
  endAllSessions,
  limitOperator,
  makeOperator,
  makeOwner,
  restoreAccount,
  setLegalHold,
  suspendAccount,
} from './standing.ts'
