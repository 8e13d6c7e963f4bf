export { addOnsFor, type ShownAddOn } from './add-on-queries.ts'
