export { showProfile } from './show-profile.ts'
