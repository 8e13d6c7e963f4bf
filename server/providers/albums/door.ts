export { deleteReviewPictures, insertReviewPicture } from './album-queries.ts'
