export { endedLink, makeLink, spendCode, spendLink } from './one-time-links.ts'
export { ownerByMail } from './spend-links.ts'
export { welcome } from './welcome.ts'
