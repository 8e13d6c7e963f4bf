export { resealForms } from './reseal-forms.ts'
export { signedCounts } from './signed-queries.ts'
