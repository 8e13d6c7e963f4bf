import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { accountByEmail, type ArtistEnd, whyUnavailable } from '#server/accounts/index.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { countWaiting, deleteLists, deleteListsOfEmail, listedFor, returnToList } from './waiting-queries.ts'

const DAY_MS = 86_400_000
// A day that has passed in one zone may still run in another.
const todayOf = (ctx: Context): string => new Date(ctx.now.getTime() - DAY_MS).toISOString().slice(0, 10)

/**
 * Ends the waiting lists of an artist who takes no bookings any more, in the caller's transaction. A break ends the turns
 * alone, and their customers go on waiting. Returns how many places or turns it ended.
 */
export async function endWaitingOfArtist(
  ctx: Context,
  sender: Sender,
  { providerId, reason }: { providerId: string; reason: ArtistEnd },
): Promise<number> {
  const listed = await listedFor(ctx.db, providerId, { today: todayOf(ctx), now: ctx.now })
  const ended = reason === 'paused' ? listed.filter(({ turn }) => turn) : listed
  if (reason === 'paused')
    await returnToList(
      ctx.db,
      ended.map(({ id }) => id),
    )
  else await deleteLists(ctx.db, providerId)
  for (const { id, email, name, search_id, event_date, country_code, confirmed } of ended) {
    if (!confirmed) continue
    const account = await accountByEmail(ctx.db, email)
    await notify(ctx, sender, {
      kind: reason === 'paused' ? 'waiting.turnEnded' : 'waiting.ended',
      to: { email, name: account?.name ?? null, accountId: account?.id ?? null, country: country_code },
      path: `/quotes/${search_id}`,
      fact: `waiting.ended ${id} ${ctx.now.toISOString()}`,
      values: { name, why: whyUnavailable(name, reason), date: date(event_date, country_code as Country) },
    })
  }
  return ended.length
}

/** Takes a customer off all waiting lists, in the caller's transaction. Returns how many there were. */
export const endWaitingOfCustomer = (ctx: Context, email: string): Promise<number> =>
  deleteListsOfEmail(ctx.db, email, todayOf(ctx))

/** Counts who waits for an artist, or the lists that an address is on. */
export const waitingCount = (ctx: Context, of: { providerId?: string; email?: string }): Promise<number> =>
  countWaiting(ctx.db, todayOf(ctx), of)
