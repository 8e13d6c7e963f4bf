export { refuseOwnProfile } from './refuse-own-profile.ts'
