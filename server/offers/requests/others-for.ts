import { counted } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { fitsNow } from '#server/search/alerts/door.ts'

/** Who else could do it, as notices say it. Not inside a transaction. */
export async function othersFor(
  ctx: Context,
  searchId: string,
): Promise<{ others: string | null; instant: string | null }> {
  const found = await fitsNow(ctx, searchId)
  if (!found || found.fits === 0) return { others: null, instant: null }
  return { others: counted(found.fits, 'artist', 'artists'), instant: found.instant > 0 ? String(found.instant) : null }
}
