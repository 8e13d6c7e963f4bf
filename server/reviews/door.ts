export { inviteReviews } from './invite.ts'
export { moderateReview } from './moderate-review.ts'
