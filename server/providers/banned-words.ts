import { bannedWordLimits, normaliseText, findBannedWord } from '#contract/providers/normalise-text.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import type { Db } from '#db/database.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  listBannedWordsOfMarkets,
  listBannedWords,
  countBanned,
  deleteBanned,
  insertBanned,
} from './service-texts.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { bannedWords } from '#contract/providers/banned-words.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { recordAudit } from '#server/platform/audit.ts'

/** Returns a function that throws for contact details and words banned in a market, with the field's path. */
export async function createTextCheck(db: Db, countryCode: string): Promise<(text: string, path: string) => void> {
  const banned = await listBannedWords(db, countryCode)
  return (text, path) => {
    if (hasHiddenContact(text)) throw createFieldRefusal('contact_details', path)
    const found = findBannedWord(text, banned)
    if (found)
      throw new Refusal('banned_word', {
        errors: [{ path, message: `Remove “${found.word}”. It is not allowed here.` }],
      })
  }
}

export async function listBanned(ctx: Context): Promise<OutputOf<typeof bannedWords.list>> {
  const rows = await listBannedWordsOfMarkets(ctx.db)
  return {
    words: rows.map(({ id, country_code, word, added_at }) => ({
      id,
      countryCode: country_code as CountryCode,
      word,
      addedAt: new Date(added_at).toISOString(),
    })),
  }
}

export const addBanned = (
  ctx: Context,
  { countryCode, word, reason }: InputOf<typeof bannedWords.add>,
): Promise<OutputOf<typeof bannedWords.add>> =>
  ctx.transaction(async (inner) => {
    await lockLimit(inner.db, `banned words ${countryCode}`)
    if ((await countBanned(inner.db, countryCode)) >= bannedWordLimits.words) throw new Refusal('too_many_words')
    await insertBanned(inner.db, { country_code: countryCode, word, plain: normaliseText(word), added_at: inner.now })
    await recordAudit(inner, {
      act: 'words.ban',
      subject: { kind: 'market', id: countryCode, name: word },
      after: { word },
      reason,
    })
    return listBanned(inner)
  })

export const removeBanned = (
  ctx: Context,
  { wordId, reason }: InputOf<typeof bannedWords.remove>,
): Promise<OutputOf<typeof bannedWords.remove>> =>
  ctx.transaction(async (inner) => {
    const gone = await deleteBanned(inner.db, wordId)
    if (!gone) throw new Refusal('not_found')
    await recordAudit(inner, {
      act: 'words.allow',
      subject: { kind: 'market', id: gone.country_code, name: gone.word },
      before: { word: gone.word },
      reason,
    })
    return listBanned(inner)
  })
