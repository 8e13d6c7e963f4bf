import { keptDays } from '#contract/constants.ts'
import { deleteSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteAppeal, duePurges, filesOf } from './appeal-queries.ts'

const DAY_MS = 86_400_000

/** Deletes appeals whose time here is over, their pictures first. */
export async function purgeAppeals(ctx: Context): Promise<void> {
  const decided = new Date(ctx.now.getTime() - keptDays.appeals * DAY_MS)
  const due = () => duePurges(ctx.db, ctx.now, decided)
  for (let ids = await due(); ids.length > 0; ids = await due()) {
    for (const id of ids) {
      for (const { file } of await filesOf(ctx.db, [id])) await deleteSealed(ctx, file)
      await deleteAppeal(ctx.db, id)
    }
  }
}
