import type { SaidWord } from '#contract/operator/story.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { talkersOf, wordsOf } from './story-queries.ts'

/** How much of a conversation is opened at most. */
export const mostWords = 200

/** What was last said in a conversation, and by whom; that they were read, by whom and why, is kept in the same transaction. */
export async function readWords(
  ctx: Context,
  conversationId: string,
  reason: string,
  most: number,
): Promise<{ words: SaidWord[]; customer: string; provider: string }> {
  const talkers = await talkersOf(ctx.db, conversationId)
  if (!talkers) throw new Refusal('not_found')
  const { customer, provider } = talkers
  await record(ctx, {
    act: 'conversation.read',
    subject: { kind: 'conversation', id: conversationId, name: `${customer}, ${provider}` },
    reason,
  })
  await recordAccess(ctx, {
    what: 'conversation',
    subjectId: conversationId,
    of: [talkers.customer_id, talkers.provider_id],
  })
  const words = await wordsOf(ctx.db, conversationId, most)
  return {
    customer,
    provider,
    words: words.map(({ side, kind, text, files, at }) => ({
      from: side as SaidWord['from'],
      name: null,
      kind,
      text,
      pictures: files.map((src) => ({ src, alt: '' })),
      at: at.toISOString(),
    })),
  }
}
