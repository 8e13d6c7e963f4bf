export { endAllSessions, limitOperator, makeOperator, makeOwner, restoreAccount, suspendAccount } from './standing.ts'
