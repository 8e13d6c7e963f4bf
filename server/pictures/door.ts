export { cropUpload, dropUpload, fileUrlOf, claimUpload, uploadOf } from './save-picture.ts'
export { deleteSealed, openSealed, sealPicture } from './sealed.ts'
export { makeTheSites } from './upload-queries.ts'
