import { deleteSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { duePurges, markPurged } from './queries.ts'

/** Deletes the identity pictures whose 30 days are over, the file first. */
export async function purgeIdentity(ctx: Context): Promise<void> {
  for (const { id, file } of await duePurges(ctx.db, ctx.now)) {
    await deleteSealed(ctx, file)
    await markPurged(ctx.db, id, ctx.now)
  }
}
