export { chooseAnew, openingOf } from './open-link.ts'
export { endedLink, makeLink, makeLinks, spendCode, spendLink } from './one-time-links.ts'
