export { provenOwner } from './spend-links.ts'
export { throwOut } from './throw-out.ts'
export { welcome } from './welcome.ts'
