import type { Hub } from '#contract/operator/hub.ts'
import { toMajorSums } from './overview.ts'
import type { Context } from '#server/platform/context.ts'
import { getHubCounts, type HubOf, listHubConversations } from './hubs.queries.ts'

const shownTalks = 10

export async function getHub(ctx: Context, of: HubOf): Promise<Hub> {
  const { money, conversations, ...counts } = await getHubCounts(ctx.db, of, ctx.now)
  const talks = await listHubConversations(ctx.db, of, shownTalks)
  return {
    ...counts,
    money: toMajorSums(money),
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
