import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, oneLineSchema, Reason } from '#contract/values.ts'
import { bannedWordLimits, normaliseText } from './normalise-text.ts'

const BannedWord = z.object({ id: z.uuid(), countryCode: CountryCode, word: z.string(), addedAt: Instant })
export type BannedWord = z.infer<typeof BannedWord>

const list = z.object({ words: z.array(BannedWord) })
const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting', 'rate_limited'] as const
const base = { access: 'operator', duties: ['verification', 'content'], notActing: true } as const

export const bannedWords = {
  list: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/banned-words',
    summary: "Lists the words banned from artists' texts, by market.",
    input: z.object({}),
    output: list,
    refuses: operators,
  }),
  add: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/banned-words',
    summary: 'Bans a word from new texts of artists in a market. Existing texts do not change.',
    input: z.object({
      countryCode: CountryCode,
      word: oneLineSchema(bannedWordLimits.length, 'Enter a word.').refine(
        (word) => [...normaliseText(word)].length >= bannedWordLimits.least,
        `Write at least ${bannedWordLimits.least} letters.`,
      ),
      reason: Reason,
    }),
    output: list,
    refuses: [...operators, 'banned_word_exists', 'too_many_words'],
  }),
  remove: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/banned-words/{wordId}/remove',
    summary: 'Lifts the ban of a word.',
    input: z.object({ wordId: z.uuid(), reason: Reason }),
    output: list,
    refuses: [...operators, 'not_found'],
  }),
}
