export { secondApprovalSetting } from './second-approval.ts'
export { queueLength } from './verification-queries.ts'
