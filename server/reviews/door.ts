export { removeOutsideReview } from './outside/remove-outside-review.ts'
export { moderateReview } from './moderate-review.ts'
