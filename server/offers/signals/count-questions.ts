import { markCounted, questionsToCount } from '#server/messaging/questions/door.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSignals } from './signals.ts'

/** A question that nobody has answered for so long counts as one that is not answered. */
const LEFT_MS = 48 * 3_600_000
const AT_ONCE = 200

/** Takes questions into how fast their artists answer, once each: answered, or left for two days. */
export async function countQuestions(ctx: Context): Promise<void> {
  const left = new Date(ctx.now.getTime() - LEFT_MS)
  for (const { id, provider_id } of await questionsToCount(ctx.db, left, AT_ONCE))
    await ctx.transaction(async (tx) => {
      if (await markCounted(tx.db, id, tx.now)) await saveSignals(tx, provider_id)
    })
}
