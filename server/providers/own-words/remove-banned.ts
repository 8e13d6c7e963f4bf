import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { bannedWords } from '#contract/providers/banned-words.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteBanned } from './banned-queries.ts'
import { listBanned } from './list-banned.ts'

/** Lets artists use a word again. */
export const removeBanned = (
  ctx: Context,
  { wordId, reason }: InputOf<typeof bannedWords.remove>,
): Promise<OutputOf<typeof bannedWords.remove>> =>
  ctx.transaction(async (inner) => {
    const gone = await deleteBanned(inner.db, wordId)
    if (!gone) throw new Refusal('not_found')
    await record(inner, {
      act: 'words.allow',
      subject: { kind: 'market', id: gone.country_code, name: gone.word },
      before: { word: gone.word },
      reason,
    })
    return listBanned(inner)
  })
