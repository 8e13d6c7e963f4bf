import type { WordsRow as Listed } from '#contract/providers/operator-words.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listedWords, lockWords } from './own-words-queries.ts'
import { aboutOf, presentListed } from './present-words.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockWords>>>
export type Deciding = Locked & { sender: Sender; me: string; about: string }

/** One transaction in which an operator decides about words as they read them; refused where they are the caller's own, or others by now. */
export async function decideAboutWords(
  ctx: Context,
  { wordsId, askedAt }: { wordsId: string; askedAt: string },
  work: (ctx: Context, deciding: Deciding) => Promise<void>,
): Promise<{ row: Listed }> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    const locked = await lockWords(inner.db, wordsId)
    if (!locked) throw new Refusal('not_found')
    const { words, artist } = locked
    const me = inner.viewer.accountId ?? ''
    // Nobody looks at their own.
    if (artist.account_id === me) throw new Refusal('not_yours')
    if (new Date(words.asked_at).getTime() !== Date.parse(askedAt)) throw new Refusal('state_changed')
    const about = aboutOf(catalog, await listedWords(inner.db, wordsId))
    await work(inner, { ...locked, sender, me, about })
    return { row: presentListed(catalog, await listedWords(inner.db, wordsId)) }
  })
}
