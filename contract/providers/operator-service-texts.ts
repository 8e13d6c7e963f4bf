import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Cursor, Instant, NextCursor, Reason } from '#contract/values.ts'
import { LookedAt } from './service-texts.ts'

export const WordsRow = LookedAt.extend({
  id: z.uuid(),
  about: z.string(),
  artist: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), countryCode: CountryCode }),
  askedAt: Instant,
})
export type WordsRow = z.infer<typeof WordsRow>

const Markets = z.array(z.object({ countryCode: CountryCode, name: z.string(), lookFirst: z.boolean() }))
const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting', 'rate_limited'] as const
const base = { access: 'operator', duties: ['verification', 'content'], notActing: true } as const
/** The reviewed version. A newer text is not part of the decision. */
const read = z.object({ wordsId: z.uuid(), askedAt: Instant })

export const operatorServiceTexts = {
  list: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/own-words',
    summary: "Lists artists' service texts that wait for review, oldest first, or published ones, newest first.",
    input: z.object({ tab: z.enum(['waiting', 'shown']).default('waiting'), cursor: Cursor }),
    output: z.object({ rows: z.array(WordsRow), waiting: z.number().int(), markets: Markets, nextCursor: NextCursor }),
    refuses: operators,
  }),
  approve: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/own-words/{wordsId}/approve',
    summary: 'Publishes a service text.',
    input: read,
    output: z.object({ row: WordsRow }),
    refuses: [...operators, 'not_found', 'state_changed'],
  }),
  sendBack: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/own-words/{wordsId}/send-back',
    summary: 'Rejects a service text with a reason for the artist. A published text is removed from the page.',
    input: read.extend({ reason: Reason }),
    output: z.object({ row: WordsRow }),
    refuses: [...operators, 'not_found', 'state_changed'],
  }),
  setReviewRequired: defineEndpoint({
    ...base,
    method: 'PUT',
    path: '/v1/operator/own-words/markets/{countryCode}',
    summary: 'Sets whether new service texts in a market are published immediately or after review.',
    input: z.object({ countryCode: CountryCode, lookFirst: z.boolean(), reason: Reason }),
    output: z.object({ lookFirst: z.boolean() }),
    refuses: operators,
  }),
}
