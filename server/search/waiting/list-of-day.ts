import type { Look, Requester } from '#contract/search/search.ts'
import type { DayList } from '#contract/search/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import { maskedAddress } from './masked-address.ts'
import { dayList, isClosed } from './waiting-queries.ts'

/** The list of a day as its artist sees it. */
export async function listOfDay(ctx: Context, providerId: string, eventDate: string): Promise<DayList> {
  const rows = await dayList(ctx.db, providerId, eventDate, ctx.now)
  return {
    closed: await isClosed(ctx.db, providerId, eventDate),
    people: rows.map(({ id, email, created_at, first_at, people, details, state }) => ({
      id: Number(id),
      name: (details as unknown as Requester | null)?.name.split(' ')[0] ?? maskedAddress(email),
      people: (people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0),
      since: created_at.toISOString(),
      state,
      first: first_at !== null,
    })),
  }
}
