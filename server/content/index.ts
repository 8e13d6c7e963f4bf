export { deletePageDraft, listEdited, previewPage, saveDraft, getEditedPage } from './page-editing.ts'
export { publishDraft, restoreVersion, undoPublish } from './page-publishing.ts'
export { findPages } from './place-pages.ts'
export { listHelp } from './text-pages.ts'
