export {
  endAllSessions,
  limitOperator,
  makeOperator,
  makeOwner,
  restoreAccount,
  setLegalHold,
  suspendAccount,
} from './standing.ts'
