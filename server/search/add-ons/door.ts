export type { KeptAddOn } from './kept-add-ons.ts'
export { longerWith, planOfQuoted } from './with-add-ons.ts'
