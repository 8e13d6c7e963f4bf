export { presentLook } from './own-search.ts'
