export { moderateReview } from './moderate-review.ts'
