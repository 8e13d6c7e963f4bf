import { keptDays } from '#contract/constants.ts'
import { deleteSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteDocument, duePurges, filesOf } from './check-queries.ts'

const DAY_MS = 86_400_000

/** Deletes documents whose time here is over, their pictures first: of who has left, refused ones, and those that ran out long ago. */
export async function purgeDocuments(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
  const times = {
    now: ctx.now,
    refused: before(keptDays.refusedDocuments),
    expired: before(keptDays.documents).toISOString().slice(0, 10),
  }
  for (let due = await duePurges(ctx.db, times); due.length > 0; due = await duePurges(ctx.db, times)) {
    for (const id of due) {
      for (const { file } of await filesOf(ctx.db, [id])) await deleteSealed(ctx, file)
      await deleteDocument(ctx.db, id)
    }
  }
}
