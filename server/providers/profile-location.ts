import { truncate } from '#contract/text.ts'
import { limits, metresPerUnit } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerProfile } from '#contract/providers/provider-profile.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { findNearestPlace, type PlaceRow, listPlacesNear } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerId, changeOwn, getMarket, presentOwn } from './provider-profile.ts'
import {
  clearPrices,
  lockProfileAccount,
  insertProvider,
  listSlugsLike,
  updateProvider,
} from './provider-profile.queries.ts'
import { lockProvider, findProviderOfAccount, type ProviderRow } from './providers.queries.ts'
import { toMinor } from '#contract/money.ts'
import { latestClose } from '#contract/providers/profile-rules.ts'

type LocationInput = InputOf<typeof providerProfile.location>
type Base = { country_code: string; lat: number; lng: number; area: string; city: string; tz: string }

export async function setLocation(
  ctx: Context,
  input: LocationInput,
): Promise<OutputOf<typeof providerProfile.location>> {
  if (input.studio && !input.studioAddress) throw createFieldRefusal('studio_address_missing', 'studioAddress')
  const catalog = await getCatalog(ctx.database)
  const base = await baseOf(ctx, catalog, input)
  return ctx.transaction(async (ctx) => {
    const account = await lockProfileAccount(ctx.db, getCallerId(ctx))
    if (!account) throw new Refusal('not_signed_in')
    const known = await lockProvider(ctx.db, getCallerId(ctx))
    if (known) await move(ctx, known, base, input)
    const row = known ? await findProviderOfAccount(ctx.db, getCallerId(ctx)) : await make(ctx, account, base, input)
    return presentOwn(ctx.db, catalog, row ?? (known as ProviderRow))
  })
}

async function baseOf(ctx: Context, catalog: Catalog, { location }: LocationInput): Promise<Base> {
  const [lng, lat] = location.coordinates
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw createFieldRefusal('location_out_of_range', 'location')
  const { countryCode } = location.address
  if (!catalog.markets.has(countryCode)) throw createFieldRefusal('country_not_served', 'location')
  const near = await findNearestPlace(ctx.reads, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw createFieldRefusal('place_too_remote', 'location')
  if (near.place.country_code !== countryCode) throw createFieldRefusal('country_mismatch', 'location')
  const place = (await chosenPlace(ctx, location)) ?? near.place
  return {
    country_code: countryCode,
    lat,
    lng,
    area: place.name,
    city: place.locality ?? place.name,
    tz: near.place.tz,
  }
}

// Returns the place chosen by name near the point: a district's centre may be closer to a neighbour's.
async function chosenPlace(
  ctx: Context,
  { coordinates: [lng, lat], address }: LocationInput['location'],
): Promise<PlaceRow | undefined> {
  const names = [address.neighborhood, address.locality, address.place, address.placeName.split(',')[0]].filter(
    (name) => name !== undefined,
  )
  const around = await listPlacesNear(ctx.reads, lat, lng)
  return names
    .map((name) => around.find((place) => place.name === name && place.country_code === address.countryCode))
    .find((place) => place !== undefined)
}

/** Base moves allowed per 24 hours after publication. */
const MOVES_A_DAY = 3
const DAY_MS = 86_400_000

/** Returns the moves of the last 24 hours including this one. Throws above the limit. Drafts move freely. */
function movesOf(ctx: Context, { state, lat, lng, base_changed }: ProviderRow, base: Base): Date[] {
  const recent = base_changed.filter((at) => ctx.now.getTime() - at.getTime() < DAY_MS)
  if (state === 'draft' || (lat === base.lat && lng === base.lng)) return recent
  if (recent.length >= MOVES_A_DAY) throw createFieldRefusal('too_many_base_changes', 'location')
  return [...recent, ctx.now]
}

async function move(ctx: Context, known: ProviderRow, base: Base, input: LocationInput): Promise<void> {
  if (known.state === 'suspended') throw new Refusal('suspended')
  const abroad = known.country_code !== base.country_code
  // Prices, bookings and payouts use one country's currency, so an approved profile cannot change country.
  if (abroad && known.state !== 'draft') throw createFieldRefusal('state_changed', 'location')
  if (abroad) await clearPrices(ctx.db, known.id)
  const amounts = abroad ? { minimum_job_minor: 0, travel_per_unit_minor: 0, early_fee_minor: 0 } : {}
  await updateProvider(ctx.db, known.id, {
    ...base,
    base_changed: movesOf(ctx, known, base),
    ...amounts,
    studio: input.studio,
    mobile: input.studio ? known.mobile : true,
    studio_address: input.studio ? input.studioAddress : '',
  })
}

async function make(
  ctx: Context,
  account: { name: string; sample: boolean },
  base: Base,
  input: LocationInput,
): Promise<ProviderRow> {
  const name = truncate(account.name, 80)
  const wanted = slugifyName(name)
  const taken = new Set(await listSlugsLike(ctx.db, wanted))
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    if (taken.has(slug)) continue
    const row = await insertProvider(ctx.db, {
      ...base,
      account_id: getCallerId(ctx),
      slug,
      name,
      studio: input.studio,
      studio_address: input.studio ? input.studioAddress : '',
      sample: account.sample,
      created_at: ctx.now,
    })
    if (row) return row
  }
}

export function slugifyName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.slice(0, 60).replace(/-$/, '') || 'artist'
}

type TravelInput = InputOf<typeof providerProfile.travel>

export const setTravel = (ctx: Context, input: TravelInput): Promise<OutputOf<typeof providerProfile.travel>> =>
  changeOwn(ctx, async (ctx, row, catalog) => {
    const mobile = input.mode !== 'studio'
    const studio = input.mode !== 'mobile'
    if (studio && !row.studio_address && !row.sample) throw createFieldRefusal('studio_address_missing', 'mode')
    if (mobile && input.radius <= 0) throw createFieldRefusal('radius_missing', 'radius')
    const hours = parseWorkingHours(input.hours)
    if (hours.closes > latestClose) throw createFieldRefusal('hours_too_late', 'hours.closes')
    const metres = (units: number) => Math.round(units * metresPerUnit[getMarket(catalog, row).distanceUnit])
    await updateProvider(ctx.db, row.id, {
      mobile,
      studio,
      travel_radius_m: Math.min(200_000, metres(input.radius)),
      travel_free_m: Math.min(metres(input.free), metres(input.radius)),
      travel_per_unit_minor: toMinor(input.perUnit),
      // A custom week stays unless the daily window changes.
      ...(hours.opens === row.opens_minute && hours.closes === row.closes_minute
        ? {}
        : { opens_minute: hours.opens, closes_minute: hours.closes, week: null }),
      early_before_minute: input.early ? minute(input.early.before) : null,
      early_fee_minor: input.early ? toMinor(input.early.fee) : 0,
      buffer_minutes: input.bufferMinutes,
      notice_hours: input.noticeHours,
      horizon_days: input.horizonDays,
    })
  })

const minute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export function parseWorkingHours({ opens, closes }: { opens: string; closes: string }): {
  opens: number
  closes: number
} {
  const from = minute(opens)
  const to = minute(closes)
  return { opens: from, closes: to <= from ? to + 1440 : to }
}
