import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decideAboutWords } from './decide-words.ts'
import { decideWords } from './own-words-queries.ts'

/** Lets customers read words that waited for a look, or were sent back before. */
export const approveWords = (
  ctx: Context,
  input: InputOf<typeof operatorWords.approve>,
): Promise<OutputOf<typeof operatorWords.approve>> =>
  decideAboutWords(ctx, input, async (inner, { words, artist, me, about }) => {
    const { asked_title: title, asked_words: said } = words
    if (title === null) throw new Refusal('state_changed')
    await decideWords(inner.db, words.id, {
      title,
      words: said ?? '',
      asked_title: null,
      asked_words: null,
      sent_back: null,
      decided_by: me,
      decided_at: inner.now,
    })
    await record(inner, {
      act: 'words.approve',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: words.title === null ? null : { about, title: words.title, words: words.words },
      after: { about, title, words: said },
    })
  })
