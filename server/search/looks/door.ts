export { lookOfSearch, presentLook } from './present-look.ts'
