export { dropFromAlbum, putInAlbum } from './put-in-album.ts'
export { deleteReviewPictures, insertReviewPicture } from './album-queries.ts'
