export { isOwnProfile, refuseOwnProfile } from './refuse-own-profile.ts'
