export { artistOfPath, isSeen, keepNotedViews, noteView } from './note-views.ts'
export { seenByWeek } from './seen-queries.ts'
export { suggestChange } from './suggest-change.ts'
