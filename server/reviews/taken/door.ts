export { bringReviews } from './bring-reviews.ts'
