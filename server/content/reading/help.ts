import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countHelp, helpCounts } from '#server/content/editing/edit-queries.ts'
import { questionsOf, showText } from './show-text.ts'

const questions = async (ctx: Context) => questionsOf((await showText(ctx, { page: 'help' })).page.blocks)

/** Counts whether an answer of the help page helped; of nobody in particular. */
export async function countHelped(
  ctx: Context,
  { topic, useful }: InputOf<typeof texts.helped>,
): Promise<OutputOf<typeof texts.helped>> {
  if (!(await questions(ctx)).some(({ id }) => id === topic)) throw new Refusal('not_found')
  await countHelp(ctx.db, topic, useful)
  return { counted: true }
}

/** Which answers of the help page helped, the least helpful first. */
export async function listHelp(ctx: Context): Promise<OutputOf<typeof operatorPages.help>> {
  const counts = new Map((await helpCounts(ctx.db)).map((row) => [row.topic, row]))
  const topics = (await questions(ctx)).map(({ id, question }) => ({
    topic: id,
    question,
    useful: counts.get(id)?.useful ?? 0,
    useless: counts.get(id)?.useless ?? 0,
  }))
  return { topics: topics.toSorted((a, b) => b.useless - b.useful - (a.useless - a.useful)) }
}
