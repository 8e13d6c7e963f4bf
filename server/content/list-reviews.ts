import type { content } from '#contract/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { kept } from './kept.ts'
import { newestReviews, scoresOfAll } from './queries.ts'
import { mean, praise } from './summaries.ts'

/** Reviews of the whole market, newest first; none is hidden for its score. */
export const listReviews = (ctx: Context, { score }: InputOf<typeof content.reviews>): Promise<OutputOf<typeof content.reviews>> =>
  kept(ctx, `reviews ${score ?? ''}`, async (ctx) => {
    ctx.about('any:reviews', 'any:where', 'any:face', 'any:pictures')
    const db = ctx.database.reads
    const histogram = [0, 0, 0, 0, 0]
    for (const row of await scoresOfAll(db)) histogram[row.score - 1] = row.count
    const total = histogram.reduce((sum, count) => sum + count, 0)
    const rows = await newestReviews(db, score ?? null, 24)
    const shown = await praise(ctx.database, rows)
    return {
      total, histogram, average: mean(histogram.reduce((sum, count, i) => sum + count * (i + 1), 0), total),
      reviews: shown.map((review, i) => ({
        ...review, date: rows[i]?.date ?? '', reply: rows[i]?.reply ?? null, artist: { name: rows[i]?.artist ?? '', slug: rows[i]?.slug ?? '' },
      })),
    }
  })
