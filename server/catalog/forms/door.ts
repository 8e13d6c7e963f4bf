export { changeForm, endForm, makeForm } from './change-forms.ts'
export { allForms, allVersions } from './form-queries.ts'
