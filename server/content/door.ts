export { pageEdit, pageEdits } from './edit-queries.ts'
export { editPage, revertPage } from './page-edits.ts'
export { madePage } from './show-page.ts'
