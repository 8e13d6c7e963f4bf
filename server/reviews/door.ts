export { inviteReviews } from './invite.ts'
