import { toMajor, toMinor } from '#contract/money.ts'
import type { ProviderCatalogue, ProviderFee } from '#contract/providers/provider-catalogue.ts'
import { type Catalog, getCatalog, toFeePayer, getFees, getArtistFeeStanding } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerId, changeOwn, isPayoutReady } from './provider-profile.ts'
import { findProviderOfAccount, type ProviderRow, listProviderServices } from './providers.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerProfile } from '#contract/providers/provider-profile.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { assertNoContactDetails } from '#server/platform/validation/contact-details.ts'
import {
  listAllServices,
  listPricesNear,
  upsertServices,
  removeServices,
  replaceArtists,
  setPrices as writePrices,
  updateProvider,
} from './provider-profile.queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { roundSpot } from '#server/places/index.ts'
import { limits } from '#contract/constants.ts'
import { type FeeRule, isIntroductory } from '#contract/fees.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'

export async function getProviderCatalogue(ctx: Context): Promise<ProviderCatalogue> {
  const catalog = await getCatalog(ctx.database)
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  const feeOf = ({ id, feePercent }: { id: number; feePercent: number }) => {
    const usual = { percent: feePercent, floorMinor: null, capMinor: null }
    const { percent, floorMinor, capMinor } = row
      ? getFees(catalog, row.country_code, id, ctx.now).of(toFeePayer(row))
      : usual
    return {
      feePercent: percent,
      feeFloor: floorMinor === null ? null : toMajor(floorMinor),
      feeCap: capMinor === null ? null : toMajor(capMinor),
    }
  }
  const categories = [...catalog.categories.values()].map(({ id, slug, label, feePercent, serviceTypes }) => ({
    id,
    slug,
    label,
    ...feeOf({ id, feePercent }),
    types: serviceTypes
      .map((type) => ({
        id: type.id,
        label: type.label,
        services: type.services
          .filter((service) => !service.retired && (!row || service.markets.includes(row.country_code)))
          .map(({ id, label, minutes }) => ({ id, label, minutes })),
      }))
      .filter((type) => type.services.length > 0),
  }))
  return {
    categories: categories.filter((category) => category.types.length > 0),
    skills: [...catalog.skills].map(([id, label]) => ({ id, label })),
  }
}

type ServicesInput = InputOf<typeof providerProfile.services>

/** Sets the caller's services and the team members who do them. Kept services keep their price. */
export const setServices = (ctx: Context, input: ServicesInput): Promise<OutputOf<typeof providerProfile.services>> =>
  changeOwn(ctx, (tx, row, catalog) => updateServices(tx, row, catalog, input))

export async function updateServices(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  input: ServicesInput,
): Promise<void> {
  for (const [index, { name }] of input.artists.entries()) assertNoContactDetails(name, `artists.${index}.name`)
  const wanted = input.services.map((service) => service.id)
  const known = await listAllServices(tx.db, row.id)
  const before = known.map((service) => service.service_id)
  refuseWrong(catalog, row.country_code, wanted, before)
  await removeServices(
    tx.db,
    row.id,
    before.filter((id) => !wanted.includes(id)),
  )
  await upsertServices(tx.db, row.id, input.services)
  await replaceArtists(tx.db, row.id, buildTeam(input))
}

function refuseWrong(catalog: Catalog, country: string, wanted: readonly string[], before: readonly string[]): void {
  if (wanted.length === 0) throw createFieldRefusal('services_none', 'services')
  if (new Set(wanted).size < wanted.length) throw createFieldRefusal('service_twice', 'services')
  const offered = (id: string) => {
    const service = catalog.services.get(id)
    return service && !service.retired && service.markets.includes(country)
  }
  const unknown = wanted.some((id) => !before.includes(id) && !offered(id))
  if (unknown) throw createFieldRefusal('unknown_service', 'services')
}

export function buildTeam({ services, artists }: ServicesInput): { name: string; services: string[] }[] {
  const all = services.map((service) => service.id)
  const given = new Set(artists.flatMap((artist) => artist.services))
  return artists.map(({ name, services }, index) => ({
    name,
    services: all.filter((id) => services.includes(id) || (index === 0 && !given.has(id))),
  }))
}

type PricesInput = InputOf<typeof providerProfile.prices>

/** Throws if an active service has no cost above zero. */
export const setPrices = (ctx: Context, input: PricesInput): Promise<OutputOf<typeof providerProfile.prices>> =>
  changeOwn(ctx, (tx, row, catalog) => updatePrices(tx, row, catalog, input))

export async function updatePrices(tx: Context, row: ProviderRow, catalog: Catalog, input: PricesInput): Promise<void> {
  if (!catalog.categoriesById.has(input.categoryId)) throw new Refusal('unknown_category')
  const known = await listAllServices(tx.db, row.id)
  input.items.forEach(({ serviceId }, index) => {
    if (!known.some((service) => service.service_id === serviceId))
      throw createFieldRefusal('unknown_service', `items.${index}.serviceId`)
    if (catalog.services.get(serviceId)?.categoryId !== input.categoryId)
      throw createFieldRefusal('service_of_other_category', `items.${index}.serviceId`)
  })
  const errors = priceErrors(input.items)
  if (errors.length) throw new Refusal('price_missing', { errors })
  const before = known.filter((service) => input.items.some((item) => item.serviceId === service.service_id))
  const prices = input.items.map(({ serviceId, status, cost }) => ({ id: serviceId, status, costMinor: minorOf(cost) }))
  await writePrices(tx.db, row.id, prices)
  await recordAudit(tx, {
    act: 'provider.prices',
    subject: { kind: 'provider', id: row.id, name: row.name },
    before,
    after: prices,
  })
}

const minorOf = (cost: number | null): number | null => {
  const costMinor = toMinor(cost ?? 0)
  return costMinor > 0 ? costMinor : null
}

export function priceErrors(items: PricesInput['items']): { path: string; message: string }[] {
  return items.flatMap(({ status, cost }, index) => {
    if (status === 'off' || minorOf(cost) !== null) return []
    return [{ path: `items.${index}.cost`, message: cost === null ? 'Cost is required' : 'Cost is not valid' }]
  })
}

/**
 * Returns the interquartile range of nearby earnings per service, in whole units. None below five artists, for privacy.
 */
export async function getPriceRanges(
  ctx: Context,
  { categoryId }: InputOf<typeof providerProfile.priceRanges>,
): Promise<OutputOf<typeof providerProfile.priceRanges>> {
  const catalog = await getCatalog(ctx.database)
  if (!catalog.categoriesById.has(categoryId)) throw new Refusal('unknown_category')
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  const near = {
    at: roundSpot(row),
    countryCode: row.country_code,
    but: row.id,
    metres: limits.candidateRadiusMetres,
    categoryId,
  }
  const ranges = await listPricesNear(ctx.reads, near)
  return {
    area: row.area,
    ranges: ranges.map(({ service_id, low, high }) => ({
      serviceId: service_id,
      low: Math.floor(toMajor(low)),
      high: Math.ceil(toMajor(high)),
    })),
  }
}

export async function getProviderFees(ctx: Context): Promise<OutputOf<typeof providerProfile.fees>> {
  const catalog = await getCatalog(ctx.database)
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  const offered = (await listProviderServices(ctx.db, row.id)).map(
    ({ service_id }) => catalog.services.get(service_id)?.categoryId,
  )
  const payer = { ...toFeePayer(row), countryCode: row.country_code }
  const fees = [...catalog.categories.values()]
    .filter(({ id }) => offered.includes(id))
    .map(({ id, label, feePercent }): ProviderFee => {
      const { fee, until, bookingsLeft } = getArtistFeeStanding(catalog, payer, id, ctx.now)
      return {
        categoryId: id,
        label,
        percent: fee.percent,
        usualPercent: feePercent,
        floor: fee.floorMinor === null ? null : toMajor(fee.floorMinor),
        cap: fee.capMinor === null ? null : toMajor(fee.capMinor),
        currency: catalog.markets.get(row.country_code)?.currency ?? 'AUD',
        why: whyOf(fee.rule),
        until,
        bookingsLeft,
      }
    })
  return { fees }
}

function whyOf(rule: FeeRule | null): ProviderFee['why'] {
  if (rule === null) return 'usual'
  if (rule.providerNo !== null) return 'yours'
  return isIntroductory(rule) ? 'new' : 'market'
}

type Own = OutputOf<typeof providerProfile.show>

export const setSellingRules = (ctx: Context, input: InputOf<typeof providerProfile.sellingRules>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    const { instant, depositShare, policy, onlineBalance } = input
    if (!Number.isInteger(depositShare) || depositShare < depositShares.least || depositShare > depositShares.most)
      throw createFieldRefusal('share_out_of_range', 'depositShare')
    if (instant && !isPayoutReady(row)) throw createFieldRefusal('payout_missing', 'instant')
    await updateProvider(ctx.db, row.id, {
      instant_booking: instant,
      deposit_share: depositShare,
      policy,
      online_balance: onlineBalance,
    })
    const before = {
      instant: row.instant_booking,
      depositShare: row.deposit_share,
      policy: row.policy,
      onlineBalance: row.online_balance,
    }
    await recordAudit(ctx, {
      act: 'provider.selling_rules',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: { instant, depositShare, policy, onlineBalance },
    })
  })

/** The caller must take bookings. Sold vouchers stay valid. */
export const setSellsVouchers = (ctx: Context, { sells }: InputOf<typeof providerProfile.vouchers>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    if (row.sells_vouchers === sells) return
    if (sells && row.state !== 'approved') throw new Refusal('state_changed')
    await updateProvider(ctx.db, row.id, { sells_vouchers: sells })
    await recordAudit(ctx, {
      act: sells ? 'provider.vouchers.on' : 'provider.vouchers.off',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: { sells: !sells },
      after: { sells },
    })
  })
