import { type Catalog, catalogNow, feePayerOf } from '#server/catalog/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Fee, type FeePayer, type FeeRule, Fees, isIntroductory } from '#contract/fees.ts'
import { major, minor, type Minor } from '#contract/money.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import type { Context } from '#server/platform/context.ts'
import { dayNumber } from '#server/providers/index.ts'
import { scopeOf, todaysOf } from './fees.ts'
import { unitsWithFee } from '#contract/price.ts'
import { artistLumps, type Edges, type FeeScope, priceLumps, usualCosts } from './fees.queries.ts'

/** What a rule would do on the first day on which it would hold, by the rule of fees itself. */
export async function previewFeeRule(
  ctx: Context,
  input: InputOf<typeof operatorFees.preview>,
): Promise<OutputOf<typeof operatorFees.preview>> {
  const catalog = await catalogNow(ctx.database)
  const { provider, ...scope } = await scopeOf(ctx, catalog, input)
  const today = todaysOf(catalog, scope.countryCode ?? provider?.country_code ?? null, ctx.now).latest
  const day = input.firstOn > today ? input.firstOn : today
  const draft: FeeRule = {
    id: 'draft',
    countryCode: scope.countryCode,
    categoryId: scope.categoryId,
    providerNo: provider?.no ?? null,
    percent: input.percent,
    // It is shown as it would be, whatever was typed for the day.
    firstOn: day,
    lastOn: null,
    firstBookings: input.firstBookings ?? null,
    firstMonths: input.firstMonths ?? null,
    floorMinor: input.floor === undefined ? null : minor(input.floor),
    capMinor: input.cap === undefined ? null : minor(input.cap),
  }
  const book = (rules: readonly FeeRule[]) => (countryCode: string, categoryId: number) =>
    new Fees(rules, {
      countryCode,
      categoryId,
      day,
      usual: catalog.categoriesById.get(categoryId)?.feePercent ?? 0,
    })
  const example: FeePayer = provider
    ? feePayerOf(provider)
    : isIntroductory(draft)
      ? { no: 0, bookings: 0, since: dayNumber(day) }
      : { no: 0, bookings: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY }
  return feeEffect(ctx, catalog, {
    scope,
    example,
    before: kept(book(catalog.feeRules)),
    after: kept(book([draft, ...catalog.feeRules])),
  })
}

/** The same, each made once. */
function kept<T>(make: (country: string, category: number) => T): (country: string, category: number) => T {
  const made = new Map<string, T>()
  return (country, category) => {
    const key = `${country} ${category}`
    const one = made.get(key) ?? make(country, category)
    made.set(key, one)
    return one
  }
}

/** The fees of a market and a category, as they are or as they would be. */
type FeeBook = (countryCode: string, categoryId: number) => Fees

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
