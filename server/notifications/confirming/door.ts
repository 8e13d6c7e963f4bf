export { askAddressFirst } from './ask-address-first.ts'
