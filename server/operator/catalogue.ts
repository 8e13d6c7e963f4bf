import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket, OperatorService } from '#contract/operator/market.ts'
import {
  addCategory,
  addService,
  addStore,
  addType,
  type Catalog,
  type CatalogCategory,
  getFreshCatalog,
  type CatalogService,
  type CatalogType,
  changeFee,
  changeService,
  renamePart,
  type ServiceTexts,
} from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getServiceCounts } from './market.queries.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { listAreas } from '#server/places/index.ts'
import { presentArea } from './market.ts'
import { Fees } from '#contract/fees.ts'
import { computeFeeEffect } from './fee-previews.ts'
import { getMarketDays } from './fees.ts'
import { getHoldDays } from '#server/gateways/payments/payments.ts'
import { Refusal } from '#server/platform/refusal.ts'

const present = (s: CatalogService, providers: number): OperatorService => ({
  id: s.id,
  label: s.label,
  phrase: s.phrase,
  typeId: s.serviceTypeId,
  categoryId: s.categoryId,
  minutes: s.minutes,
  setupMinutes: s.setupMinutes,
  sequence: s.sequence,
  trial: s.trial,
  forMinors: s.forMinors,
  markets: [...s.markets] as OperatorService['markets'],
  retired: s.retired,
  providers,
})

export async function getOperatorCatalogue(ctx: Context): Promise<OutputOf<typeof operatorMarket.catalogue>> {
  const catalog = await getFreshCatalog(ctx.database)
  const counts = await getServiceCounts(ctx.db)
  return {
    categories: [...catalog.categories.values()].map(({ id, slug, label, feePercent, serviceTypes }) => ({
      id,
      slug,
      label,
      feePercent,
      types: serviceTypes.map((type) => ({ id: type.id, label: type.label })),
    })),
    services: [...catalog.services.values()].map((service) => present(service, counts.services.get(service.id) ?? 0)),
    markets: [...catalog.markets.values()].map(
      ({
        countryCode,
        name,
        currency,
        distanceUnit,
        covidTrained,
        vaccinated,
        taxNumber,
        businessAddress,
        depositHoldDays,
      }) => ({
        countryCode,
        name,
        currency,
        distanceUnit,
        covidTrained,
        vaccinated,
        taxNumber,
        businessAddress,
        depositHoldDays,
        providerHoldDays: getHoldDays(ctx.env, countryCode),
        providers: counts.markets.get(countryCode) ?? 0,
      }),
    ),
  }
}

const onOffer = ({ services }: CatalogType) => services.filter(({ retired }) => !retired).length
const inAll = (types: readonly CatalogType[]) => types.reduce((sum, type) => sum + onOffer(type), 0)

const presentCategory = ({ id, slug, label, made, feePercent, serviceTypes }: CatalogCategory) => ({
  id: String(id),
  slug,
  label,
  made,
  feePercent,
  services: inAll(serviceTypes),
  types: serviceTypes.map((type) => ({
    id: type.id,
    slug: type.id,
    label: type.label,
    made: type.made,
    services: onOffer(type),
  })),
})

export async function getCatalogueParts(ctx: Context): Promise<OutputOf<typeof operatorCatalogue.parts>> {
  const { stores, categories } = await getFreshCatalog(ctx.database)
  const within = (storeId: number) => [...categories.values()].filter((category) => category.storeId === storeId)
  return {
    stores: [...stores.values()].map(({ id, slug, label, made }) => ({
      id: String(id),
      slug,
      label,
      made,
      services: inAll(within(id).flatMap(({ serviceTypes }) => serviceTypes)),
      categories: within(id).map(presentCategory),
    })),
    areas: (await listAreas(ctx.db)).map(presentArea),
  }
}

const wordsOfService = ({
  label,
  phrase,
  minutes,
  setupMinutes,
  sequence,
  trial,
  forMinors,
  markets,
  retired,
}: ServiceTexts): ServiceTexts => ({
  label,
  phrase,
  minutes,
  setupMinutes,
  sequence,
  trial,
  forMinors,
  markets,
  retired,
})

const presentService = (catalog: Catalog, id: string, typeId: string, words: ServiceTexts): OperatorService => {
  const known = catalog.services.get(id)
  const categoryId =
    known?.categoryId ??
    [...catalog.categories.values()].find((c) => c.serviceTypes.some((type) => type.id === typeId))?.id ??
    0
  return {
    ...words,
    id,
    typeId: known?.serviceTypeId ?? typeId,
    categoryId,
    markets: words.markets as OperatorService['markets'],
    providers: 0,
  }
}

export const addCatalogueStore = async (
  ctx: Context,
  input: InputOf<typeof operatorCatalogue.addStore>,
): Promise<OutputOf<typeof operatorCatalogue.addStore>> => ({
  id: String(await ctx.transaction((inner) => addStore(inner, input))),
})

export const addCatalogueCategory = async (
  ctx: Context,
  { storeId, ...named }: InputOf<typeof operatorCatalogue.addCategory>,
): Promise<OutputOf<typeof operatorCatalogue.addCategory>> => ({
  id: String(await ctx.transaction((inner) => addCategory(inner, storeId, named))),
})

export const addCatalogueType = async (
  ctx: Context,
  { categoryId, ...named }: InputOf<typeof operatorCatalogue.addType>,
): Promise<OutputOf<typeof operatorCatalogue.addType>> => ({
  id: await ctx.transaction((inner) => addType(inner, categoryId, named)),
})

export async function addCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.addService>,
): Promise<OutputOf<typeof operatorMarket.addService>> {
  const catalog = await getFreshCatalog(ctx.database)
  await ctx.transaction((inner) => addService(inner, input.id, input.typeId, wordsOfService(input), input.reason))
  return { service: presentService(catalog, input.id, input.typeId, wordsOfService(input)) }
}

export async function changeCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.changeService>,
): Promise<OutputOf<typeof operatorMarket.changeService>> {
  const catalog = await getFreshCatalog(ctx.database)
  await ctx.transaction((inner) => changeService(inner, input.serviceId, wordsOfService(input), input.reason))
  return { service: presentService(catalog, input.serviceId, '', wordsOfService(input)) }
}

export async function changeCategoryFee(
  ctx: Context,
  { categoryId, percent, reason }: InputOf<typeof operatorMarket.changeFee>,
): Promise<OutputOf<typeof operatorMarket.changeFee>> {
  await ctx.transaction((inner) => changeFee(inner, categoryId, percent, reason))
  return { percent }
}

export async function renameCataloguePart(
  ctx: Context,
  { part, id, ...named }: InputOf<typeof operatorCatalogue.rename>,
): Promise<OutputOf<typeof operatorCatalogue.rename>> {
  await ctx.transaction((inner) => renamePart(inner, part, id, named))
  return { label: named.label }
}

const longThere = { no: 0, bookings: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY }

export async function previewFee(
  ctx: Context,
  { categoryId, percent }: InputOf<typeof operatorMarket.feePreview>,
): Promise<OutputOf<typeof operatorMarket.feePreview>> {
  const catalog = await getFreshCatalog(ctx.database)
  const from = catalog.categoriesById.get(categoryId)?.feePercent
  if (from === undefined) throw new Refusal('unknown_category')
  const { latest: day } = getMarketDays(catalog, null, ctx.now)
  const book = (usual: number) => (countryCode: string) =>
    new Fees(catalog.feeRules, { countryCode, categoryId, day, usual })
  const effect = await computeFeeEffect(ctx, catalog, {
    scope: { countryCode: null, categoryId, providerId: null },
    before: book(from),
    after: book(percent),
    example: longThere,
  })
  return { from, to: percent, ...effect }
}
