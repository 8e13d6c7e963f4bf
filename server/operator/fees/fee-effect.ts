import type { Fee, FeePayer, Fees } from '#contract/fees.ts'
import { major, type Minor } from '#contract/money.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { artistLumps, type Edges, type FeeScope, priceLumps, usualCosts } from './fee-queries.ts'

/** The fees of a market and a category, as they are or as they would be. */
export type FeeBook = (countryCode: string, categoryId: number) => Fees

/** What other fees would do to the prices that customers see; `example` is whose prices are shown. */
export async function feeEffect(
  ctx: Context,
  catalog: Catalog,
  { scope, before, after, example }: { scope: FeeScope; before: FeeBook; after: FeeBook; example: FeePayer },
) {
  const edges = edgesOf(catalog, scope, [before, after])
  const pair = (country: string, category: number, payer: FeePayer): [Fee, Fee] => [
    before(country, category).of(payer),
    after(country, category).of(payer),
  ]
  const prices = await priceLumps(ctx.db, scope, edges)
  const artists = await artistLumps(ctx.db, scope, edges)
  const usual = await usualCosts(ctx.db, scope)
  return {
    artists: sum(artists.map((lump) => lump.artists)),
    changedArtists: sum(
      artists.map((lump) =>
        lump.categories.some((category) => !isSame(...pair(lump.country_code, category, lump))) ? lump.artists : 0,
      ),
    ),
    prices: sum(prices.map((lump) => lump.prices)),
    changed: sum(
      prices.map((lump) => {
        const [was, is] = pair(lump.country_code, lump.category_id, lump)
        const differs = unitsWithFee(lump.cost_minor, was.percent) !== unitsWithFee(lump.cost_minor, is.percent)
        return differs ? lump.prices : 0
      }),
    ),
    examples: usual.map(({ service, category_id, country_code, cost_minor }) => {
      const [was, is] = pair(country_code, category_id, example)
      return {
        service,
        currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
        cost: major(cost_minor),
        before: priceOfService(cost_minor, was),
        after: priceOfService(cost_minor, is),
        percentBefore: was.percent,
        percentAfter: is.percent,
      }
    }),
  }
}

const isSame = (was: Fee, is: Fee): boolean =>
  was.percent === is.percent && was.floorMinor === is.floorMinor && was.capMinor === is.capMinor

/** The price of one service for one person, as its line shows it. The floor and cap of a whole booking are a line of their own. */
const priceOfService = (costMinor: Minor, { percent }: Fee): number => unitsWithFee(costMinor, percent)

function edgesOf(catalog: Catalog, { countryCode, categoryId }: FeeScope, books: readonly FeeBook[]): Edges {
  const countries = countryCode === null ? [...catalog.markets.keys()] : [countryCode]
  const categories = categoryId === null ? [...catalog.categoriesById.keys()] : [categoryId]
  const all = books.flatMap((book) => countries.flatMap((c) => categories.map((k) => book(c, k).edges)))
  const joined = (part: keyof Edges) => [...new Set(all.flatMap((edges) => edges[part]))].sort((a, b) => a - b)
  return { bookings: joined('bookings'), since: joined('since'), own: joined('own') }
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
