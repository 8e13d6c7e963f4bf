import { deleteSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { duePurges, markPurged } from './queries.ts'

const IDLE_MS = 30 * 86_400_000

/** Deletes the identity pictures whose 30 days are over, and those that were never sent to be checked as long after they came; the file first. */
export async function purgeIdentity(ctx: Context): Promise<void> {
  for (const { id, file } of await duePurges(ctx.db, ctx.now, new Date(ctx.now.getTime() - IDLE_MS))) {
    await deleteSealed(ctx, file)
    await markPurged(ctx.db, id, ctx.now)
  }
}
