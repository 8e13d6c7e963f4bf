import { operatorPages } from '#contract/operator/pages.ts'
import {
  countIndexedPages,
  deletePageDraft,
  findPages,
  listEdited,
  listHelp,
  previewPage,
  publishDraft,
  restoreVersion,
  saveDraft,
  getEditedPage,
  undoPublish,
} from '#server/content/index.ts'
import { createRoutes } from '#server/platform/http/serve.ts'

export const pageRoutes = createRoutes(operatorPages, {
  list: listEdited,
  find: findPages,
  read: getEditedPage,
  preview: previewPage,
  saveDraft,
  deleteDraft: deletePageDraft,
  publish: publishDraft,
  restore: restoreVersion,
  undo: undoPublish,
  indexed: countIndexedPages,
  help: listHelp,
})
