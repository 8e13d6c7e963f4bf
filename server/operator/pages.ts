import { operatorPages } from '#contract/operator/pages.ts'
import {
  dropDraft,
  findPages,
  listEdited,
  listHelp,
  previewPage,
  publishDraft,
  restoreVersion,
  saveDraft,
  showEdited,
  undoPublish,
} from '#server/content/index.ts'
import { serve } from '#server/platform/http/serve.ts'

/** The editor of the site's pages: every act is the content domain's own. */
export const pageRoutes = serve(operatorPages, {
  list: listEdited,
  find: findPages,
  read: showEdited,
  preview: previewPage,
  saveDraft,
  dropDraft,
  publish: publishDraft,
  restore: restoreVersion,
  undo: undoPublish,
  help: listHelp,
})
