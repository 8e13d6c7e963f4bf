import { computeWeighedScores } from '#contract/reviews/party-weights.ts'
import type { Context } from '#server/platform/context.ts'
import { findStoredAnswer, saveStoredAnswer } from '#server/platform/stored-answers.ts'
import { computeMarketFigures, type MarketFigures } from './market-figures.queries.ts'

const key = 'figures of the market'
const citiesToChoose = 100

/** Stores the figures of the whole market, which public pages show, once an hour. */
export const storeMarketFigures = async (ctx: Context): Promise<void> =>
  saveStoredAnswer(ctx.db, { key, answer: await computeMarketFigures(ctx.db, ctx.now, citiesToChoose) }, ctx.now)

/** Returns the stored figures, or computes them if the job has not run yet on a new site. */
export const readMarketFigures = async (ctx: Context): Promise<MarketFigures> =>
  (await findStoredAnswer<MarketFigures>(ctx.reads, key)) ?? computeMarketFigures(ctx.reads, ctx.now, citiesToChoose)

/** Returns the average and count of all reviews, or of one category. The home page and the page of reviews show it. */
export const readMarketScores = async (
  ctx: Context,
  categoryId: number | null,
): Promise<ReturnType<typeof computeWeighedScores>> =>
  computeWeighedScores(
    (await readMarketFigures(ctx)).scores.filter((row) => categoryId === null || row.category_id === categoryId),
  )
