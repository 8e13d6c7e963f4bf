export { cropUpload, dropUpload, fileUrlOf, claimUpload, removeUpload, uploadOf } from './save-picture.ts'
export { keepPicture } from './keep-picture.ts'
export { changeIdentityKey, newIdentityKey } from './identity-keys.ts'
export {
  deleteSealed,
  resealPictures,
  type SealedPicture,
  withSealed,
} from './sealed.ts'
export { holdUploads, makeTheSites } from './upload-queries.ts'
