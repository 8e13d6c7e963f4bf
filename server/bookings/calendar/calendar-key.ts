import type { Context } from '#server/platform/context.ts'
import { hashOfKey, openedBy, openingKey } from '#server/platform/http/act-key.ts'
import { markSeen, ownerOfKey } from './published-calendar-queries.ts'

/** An address expires when it has not been read or shown for this long. */
const UNREAD_MS = 180 * 86_400_000

/** Returns the secret address of a calendar by the id of its key. */
export const addressOf = async ({ database, env }: Pick<Context, 'database' | 'env'>, id: string): Promise<string> =>
  `${env.publicUrl}/v1/calendars/${await openingKey(database, env, 'calendar', id)}.ics`

/** Finds the owner of a calendar by its key. Returns undefined for an unknown, replaced or expired key. */
export async function ownerOfCalendar(ctx: Context, key: string) {
  const id = await openedBy(ctx.database, ctx.env, 'calendar', key)
  const since = new Date(ctx.now.getTime() - UNREAD_MS)
  const owner = await ownerOfKey(ctx.db, { id, hash: hashOfKey(key), since })
  if (owner) await markSeen(ctx.db, owner.keyId, ctx.now)
  return owner
}
