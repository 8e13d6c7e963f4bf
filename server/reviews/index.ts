export { fetchAndImportReviews } from './imported-reviews.ts'
export { removeOutsideReview } from './outside-reviews.ts'
export { moderateReview } from './reviews.ts'
