import type { Hub } from '#contract/operator/hub.ts'
import { majorSums } from './overview.ts'
import type { Context } from '#server/platform/context.ts'
import { hubCounts, type HubOf, hubTalks } from './hubs.queries.ts'

/** How many conversations stand on a page. */
const shownTalks = 10

/** What somebody has on the site. */
export async function hubOf(ctx: Context, of: HubOf): Promise<Hub> {
  const { money, conversations, ...counts } = await hubCounts(ctx.db, of, ctx.now)
  const talks = await hubTalks(ctx.db, of, shownTalks)
  return {
    ...counts,
    money: majorSums(money),
    conversations: {
      count: conversations,
      latest: talks.map((talk) => ({
        id: talk.id,
        withId: talk.with_id,
        withName: talk.with_name,
        messages: talk.messages,
        lastAt: talk.last_at.toISOString(),
        reportId: talk.report_id,
      })),
    },
  }
}
