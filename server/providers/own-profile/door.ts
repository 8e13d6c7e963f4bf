export { presentOwn } from './own-profile.ts'
