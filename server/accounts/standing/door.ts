export { actAsOne } from '#server/accounts/standing-queries.ts'
export { endAllSessions, limitOperator, makeOperator, makeOwner, restoreAccount, suspendAccount } from './standing.ts'
