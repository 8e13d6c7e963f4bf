import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { helpCounts } from '#server/content/editing/edit-queries.ts'
import { questionsOfHelp } from './questions-of-help.ts'

/** Which answers of the help page helped, the least helpful first. */
export async function listHelp(ctx: Context): Promise<OutputOf<typeof operatorPages.help>> {
  const counts = new Map((await helpCounts(ctx.db)).map((row) => [row.topic, row]))
  const topics = (await questionsOfHelp(ctx)).map(({ id, question }) => ({
    topic: id,
    question,
    useful: counts.get(id)?.useful ?? 0,
    useless: counts.get(id)?.useless ?? 0,
  }))
  return { topics: topics.toSorted((a, b) => b.useless - b.useful - (a.useless - a.useful)) }
}
