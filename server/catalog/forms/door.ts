export { changeForm, changeServiceTest, endForm, makeForm } from './change-forms.ts'
export { allForms, allVersions, serviceTests } from './form-queries.ts'
