import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countHelp } from '#server/content/editing/edit-queries.ts'
import { questionsOfHelp } from './questions-of-help.ts'

/** Counts whether an answer of the help page helped; of nobody in particular. */
export async function countHelped(
  ctx: Context,
  { topic, useful }: InputOf<typeof texts.helped>,
): Promise<OutputOf<typeof texts.helped>> {
  if (!(await questionsOfHelp(ctx)).some(({ id }) => id === topic)) throw new Refusal('not_found')
  await countHelp(ctx.db, topic, useful)
  return { counted: true }
}
