import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { putWords, type WordsChange } from '#server/providers/own-words/own-words-queries.ts'
import { wordsAfter } from '#server/providers/own-words/words-after.ts'

type Named = { id: string | null; title: string; words: string }

interface Kept<I> {
  providerId: string
  items: readonly I[]
  before: readonly (WordsChange & { id: string })[]
  /** Whether new words are looked at before customers read them. */
  lookFirst: boolean
  /** Takes away all but these, words and all. */
  keep: (ids: readonly string[]) => Promise<unknown>
  /** Writes one at its place, a new one where it has no id yet; answers its id. */
  put: (item: I, position: number) => Promise<string>
  /** What the words of one stand beside. */
  about: (id: string) => Parameters<typeof putWords>[2]
}

/** Writes anew, in this order, a list of an artist's own in which each bears words of theirs; who names what is not theirs, or one twice, is refused. */
export async function putNamed<I extends Named>(
  tx: Context,
  { providerId, items, before, lookFirst, keep, put, about }: Kept<I>,
): Promise<void> {
  const known = new Map(before.map((one) => [one.id, one]))
  const ids = items.flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length) throw new Refusal('not_found')
  await keep(ids)
  for (const [position, item] of items.entries()) {
    const kept = await put(item, position)
    const after = wordsAfter(item.id === null ? undefined : known.get(item.id), item, lookFirst)
    if (after) await putWords(tx.db, providerId, about(kept), after, tx.now)
  }
}
