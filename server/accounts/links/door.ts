export { endedLink, makeLink, makeLinks, spendCode, spendLink } from './one-time-links.ts'
