export { endedLink, makeLink, spendCode, spendLink } from './one-time-links.ts'
