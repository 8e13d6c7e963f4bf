export { cropUpload, dropUpload, fileUrlOf, claimUpload, sweepUploads, uploadOf } from './save-picture.ts'
export { deleteSealed, openSealed, sealPicture } from './sealed.ts'
export { makeTheSites } from './upload-queries.ts'
