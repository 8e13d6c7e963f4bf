import { shownFirst } from '#server/providers/shown-first.ts'
import { metresPerUnit } from '#contract/constants.ts'
import { toHundredths } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { OwnProfile, OwnTravel } from '#contract/providers/own-profile.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { type Catalog, catalogOf } from '#server/catalog/door.ts'
import { roundedPosition } from '#server/places/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readKit } from './own-kit.ts'
import { allServicesOf, countsOf, firstOfAlbums, mediaById } from './own-queries.ts'
import { lockProvider, type ProviderRow } from '#server/providers/row-queries.ts'
import { pictureOf } from '#server/providers/picture.ts'
import { artistsOf, lockDiary, providerOfAccount } from '#server/providers/queries.ts'

/** Who calls; endpoints with access `provider` always have somebody. */
export function callerOf(ctx: Context): string {
  if (!ctx.viewer.accountId) throw new Refusal('not_signed_in')
  return ctx.viewer.accountId
}

/** Changes the caller's own profile in one transaction, nobody else at it meanwhile, and answers it as it is then. */
export async function changeOwn(
  ctx: Context,
  work: (ctx: Context, row: ProviderRow, catalog: Catalog) => Promise<void>,
  { lock }: { lock?: 'diary' } = {},
): Promise<OwnProfile> {
  const catalog = await catalogOf(ctx.database)
  return ctx.transaction(async (ctx) => {
    // Before the row: whoever books locks the diary first.
    const own = lock === 'diary' ? await providerOfAccount(ctx.db, callerOf(ctx)) : undefined
    if (own) await lockDiary(ctx.db, own.id)
    const row = await lockProvider(ctx.db, callerOf(ctx))
    if (!row) throw new Refusal('not_found')
    if (row.state === 'suspended') throw new Refusal('suspended')
    await work(ctx, row, catalog)
    const changed = await providerOfAccount(ctx.db, callerOf(ctx))
    return presentOwn(ctx.db, catalog, changed ?? row)
  })
}

export const marketOf = (catalog: Catalog, row: { country_code: string }) => {
  const market = catalog.markets.get(row.country_code)
  if (!market) throw new Error(`a provider is in ${row.country_code}, which is no market`)
  return market
}

/** A profile as its owner sees it. */
export async function presentOwn(db: Db, catalog: Catalog, row: ProviderRow): Promise<OwnProfile> {
  const market = marketOf(catalog, row)
  const services = await allServicesOf(db, row.id)
  const artists = await artistsOf(db, row.id)
  const media = await mediaById(
    db,
    [row.profile_media_id, row.cover_media_id].filter((id) => id !== null),
  )
  const face = media.find((m) => m.id === row.profile_media_id)
  const first = await firstOfAlbums(db, row.id)
  const cover = shownFirst(
    [...media.filter((m) => m.id === row.cover_media_id), ...(first ? [first] : [])],
    row.cover_media_id,
  )
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    state: row.state as OwnProfile['state'],
    paused: row.state === 'paused',
    countryCode: row.country_code as CountryCode,
    currency: market.currency,
    distanceUnit: market.distanceUnit,
    location: {
      area: row.area,
      city: row.city,
      coordinates: [row.lng, row.lat],
      rounded: roundedPosition(row.lat, row.lng),
    },
    studio: row.studio,
    studioAddress: row.studio_address,
    services: services
      .flatMap(({ service_id, status, cost_minor, minutes, deposit_share }) => {
        const service = catalog.services.get(service_id)
        if (!service) return []
        return [
          {
            id: service.id,
            label: service.label,
            categoryId: service.categoryId,
            typeId: service.serviceTypeId,
            no: service.no,
            status: status as 'active' | 'off' | 'unpriced',
            cost: cost_minor === null ? null : major(cost_minor),
            minutes,
            usualMinutes: service.minutes,
            depositShare: deposit_share,
          },
        ]
      })
      .sort((a, b) => a.no - b.no),
    artists: artists.map(({ name, service_ids }) => ({ name, services: service_ids })),
    travel: travelOf(row, market.distanceUnit),
    minimumJob: major(row.minimum_job_minor),
    sellingRules: {
      instant: row.instant_booking,
      depositShare: row.deposit_share,
      policy: row.policy as 'flexible' | 'fair' | 'strict',
      onlineBalance: row.online_balance,
    },
    payoutReady: payoutReady(row),
    instagram: row.instagram,
    kit: readKit(row.kit, row.shades, row.skills),
    bio: row.bio,
    photo: face ? pictureOf(face, 'square') : null,
    cover: cover ? pictureOf(cover, 'wide') : null,
    ...(await countsOf(db, row.id)),
    rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
    reviews: row.review_count,
    featured: row.featured,
    vouchers: row.sells_vouchers,
  }
}

/** Whether money can be paid out: there are payout details. */
export const payoutReady = (row: ProviderRow): boolean => row.payouts_ready

const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function travelOf(row: ProviderRow, unit: 'mi' | 'km'): OwnTravel {
  const units = (metres: number) => Math.round((metres / metresPerUnit[unit]) * 10) / 10
  return {
    mode: row.mobile && row.studio ? 'both' : row.studio ? 'studio' : 'mobile',
    radius: units(row.travel_radius_m),
    free: units(row.travel_free_m),
    perUnit: major(row.travel_per_unit_minor),
    hours: { opens: clockOf(row.opens_minute), closes: clockOf(row.closes_minute) },
    early:
      row.early_before_minute === null
        ? null
        : { before: clockOf(row.early_before_minute), fee: major(row.early_fee_minor) },
    bufferMinutes: row.buffer_minutes,
    noticeHours: row.notice_hours,
    horizonDays: row.horizon_days,
  }
}
