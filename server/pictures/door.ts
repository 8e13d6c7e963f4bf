export { cropUpload, dropUpload, fileUrlOf, keepUpload, sweepUploads, uploadOf } from './keep-picture.ts'
export { deleteSealed, openSealed, sealPicture } from './sealed.ts'
export { makeTheSites } from './upload-queries.ts'
