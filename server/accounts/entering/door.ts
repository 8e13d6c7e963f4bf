export { ownerByMail } from './spend-links.ts'
export { welcome } from './welcome.ts'
