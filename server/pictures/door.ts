export { cropUpload, dropUpload, fileUrlOf, claimUpload, uploadOf } from './save-picture.ts'
export { changeIdentityKey, newIdentityKey } from './identity-keys.ts'
export {
  deleteSealed,
  resealPictures,
  type SealedPicture,
  withSealed,
} from './sealed.ts'
export { makeTheSites } from './upload-queries.ts'
