export { inviteReviews } from './invite.ts'
export { tellOfPage } from './write-review.ts'
