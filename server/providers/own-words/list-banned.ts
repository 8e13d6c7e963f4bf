import type { OutputOf } from '#contract/endpoint.ts'
import type { bannedWords } from '#contract/providers/banned-words.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { allBanned } from './banned-queries.ts'

/** The words that artists' texts must not hold, market by market. */
export async function listBanned(ctx: Context): Promise<OutputOf<typeof bannedWords.list>> {
  const rows = await allBanned(ctx.db)
  return {
    words: rows.map(({ id, country_code, word, added_at }) => ({
      id,
      countryCode: country_code as CountryCode,
      word,
      addedAt: new Date(added_at).toISOString(),
    })),
  }
}
