export { showEdited, listEdited, previewPage } from './edited-page.ts'
export { publishDraft, restoreVersion, undoPublish } from './publish-page.ts'
export { dropDraft, saveDraft } from './write-draft.ts'
