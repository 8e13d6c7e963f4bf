export { endAllSessions, restoreAccount, setOperator, suspendAccount } from './standing.ts'
