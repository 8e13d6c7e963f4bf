import { lockLimit } from '#server/platform/http/limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { bannedWords } from '#contract/providers/banned-words.ts'
import { bannedWordLimits, plainWords } from '#contract/providers/plain-words.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countBanned, insertBanned } from './banned-queries.ts'
import { listBanned } from './list-banned.ts'

/** Bans a word from artists' texts in a market; what stands already is left alone. */
export const addBanned = (
  ctx: Context,
  { countryCode, word, reason }: InputOf<typeof bannedWords.add>,
): Promise<OutputOf<typeof bannedWords.add>> =>
  ctx.transaction(async (inner) => {
    await lockLimit(inner.db, `banned words ${countryCode}`)
    if ((await countBanned(inner.db, countryCode)) >= bannedWordLimits.words) throw new Refusal('too_many_words')
    await insertBanned(inner.db, { country_code: countryCode, word, plain: plainWords(word), added_at: inner.now })
    await record(inner, {
      act: 'words.ban',
      subject: { kind: 'market', id: countryCode, name: word },
      after: { word },
      reason,
    })
    return listBanned(inner)
  })
