export { identityHolds, keepIdentityCheck } from './keep-identity-check.ts'
export { checkIn, marketOf } from './present-document.ts'
export { reopenDocument } from './reopen-document.ts'
export { risksOfArtist } from './risks-of-artist.ts'
