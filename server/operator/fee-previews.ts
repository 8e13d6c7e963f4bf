import { type Catalog, getFreshCatalog, toFeePayer } from '#server/catalog/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Fee, type FeePayer, type FeeRule, Fees, isIntroductory } from '#contract/fees.ts'
import { toMajor, toMinor, type Minor } from '#contract/money.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import type { Context } from '#server/platform/context.ts'
import { toDayNumber } from '#server/providers/index.ts'
import { resolveFeeScope, getMarketDays } from './fees.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { listArtistLumps, type FeeEdges, type FeeScope, listPriceLumps, listUsualCosts } from './fees.queries.ts'

/** Previews a fee rule on its first day, by the regular fee computation. */
export async function previewFeeRule(
  ctx: Context,
  input: InputOf<typeof operatorFees.preview>,
): Promise<OutputOf<typeof operatorFees.preview>> {
  const catalog = await getFreshCatalog(ctx.database)
  const { provider, ...scope } = await resolveFeeScope(ctx, catalog, input)
  const today = getMarketDays(catalog, scope.countryCode ?? provider?.country_code ?? null, ctx.now).latest
  const day = input.firstOn > today ? input.firstOn : today
  const draft: FeeRule = {
    id: 'draft',
    countryCode: scope.countryCode,
    categoryId: scope.categoryId,
    providerNo: provider?.no ?? null,
    percent: input.percent,
    firstOn: day,
    lastOn: null,
    firstBookings: input.firstBookings ?? null,
    firstMonths: input.firstMonths ?? null,
    floorMinor: input.floor === undefined ? null : toMinor(input.floor),
    capMinor: input.cap === undefined ? null : toMinor(input.cap),
  }
  const book = (rules: readonly FeeRule[]) => (countryCode: string, categoryId: number) =>
    new Fees(rules, {
      countryCode,
      categoryId,
      day,
      usual: catalog.categoriesById.get(categoryId)?.feePercent ?? 0,
    })
  const example: FeePayer = provider
    ? toFeePayer(provider)
    : isIntroductory(draft)
      ? { no: 0, bookings: 0, since: toDayNumber(day) }
      : { no: 0, bookings: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY }
  return computeFeeEffect(ctx, catalog, {
    scope,
    example,
    before: memoizeByMarket(book(catalog.feeRules)),
    after: memoizeByMarket(book([draft, ...catalog.feeRules])),
  })
}

function memoizeByMarket<T>(make: (country: string, category: number) => T): (country: string, category: number) => T {
  const made = new Map<string, T>()
  return (country, category) => {
    const key = `${country} ${category}`
    const one = made.get(key) ?? make(country, category)
    made.set(key, one)
    return one
  }
}

type FeeBook = (countryCode: string, categoryId: number) => Fees

export async function computeFeeEffect(
  ctx: Context,
  catalog: Catalog,
  { scope, before, after, example }: { scope: FeeScope; before: FeeBook; after: FeeBook; example: FeePayer },
) {
  const edges = edgesOf(catalog, scope, [before, after])
  const pair = (country: string, category: number, payer: FeePayer): [Fee, Fee] => [
    before(country, category).of(payer),
    after(country, category).of(payer),
  ]
  const prices = await listPriceLumps(ctx.db, scope, edges)
  const artists = await listArtistLumps(ctx.db, scope, edges)
  const usual = await listUsualCosts(ctx.db, scope)
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
        const differs =
          computeUnitsWithFee(lump.cost_minor, was.percent) !== computeUnitsWithFee(lump.cost_minor, is.percent)
        return differs ? lump.prices : 0
      }),
    ),
    examples: usual.map(({ service, category_id, country_code, cost_minor }) => {
      const [was, is] = pair(country_code, category_id, example)
      return {
        service,
        currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
        cost: toMajor(cost_minor),
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

/** Leaves out the booking's floor and cap. */
const priceOfService = (costMinor: Minor, { percent }: Fee): number => computeUnitsWithFee(costMinor, percent)

function edgesOf(catalog: Catalog, { countryCode, categoryId }: FeeScope, books: readonly FeeBook[]): FeeEdges {
  const countries = countryCode === null ? [...catalog.markets.keys()] : [countryCode]
  const categories = categoryId === null ? [...catalog.categoriesById.keys()] : [categoryId]
  const all = books.flatMap((book) => countries.flatMap((c) => categories.map((k) => book(c, k).edges)))
  const joined = (part: keyof FeeEdges) => [...new Set(all.flatMap((edges) => edges[part]))].sort((a, b) => a - b)
  return { bookings: joined('bookings'), since: joined('since'), own: joined('own') }
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
