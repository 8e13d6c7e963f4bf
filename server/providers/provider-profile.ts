import { presentPicture, chooseCover } from './picture.ts'
import { metresPerUnit } from '#contract/constants.ts'
import { toHundredths } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type {
  ProviderKit,
  providerProfile,
  EditableProfile,
  ProviderTravel,
} from '#contract/providers/provider-profile.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { roundPosition } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  listAlbumPhotos,
  listAllServices,
  getCounts,
  deleteLoosePhoto,
  findFirstAlbumPicture,
  insertPhoto,
  listMediaById,
  findProviderOfSocialName,
  updateProvider,
} from './provider-profile.queries.ts'
import { listArtistsOf, lockDiary, lockProvider, findProviderOfAccount, type ProviderRow } from './providers.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { createTextCheck } from './banned-words.ts'
import { photoPixels, type Undertone, undertones } from '#contract/providers/profile-rules.ts'
import { claimUpload, cropUpload, discardUpload, getFileUrl, uploadOf } from '#server/pictures/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { formatEnds } from '#contract/accounts/ends-text.ts'
import { toAddressee, getDependants, findAccount } from '#server/accounts/index.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { reserveOpened } from './free-times.ts'
import type { socialPhotos } from '#contract/providers/social-photos.ts'
import { fetchSocialPhotos as askService } from '#server/gateways/social-photos/social-photos.ts'

/** Throws `not_signed_in`. */
export function getCallerId(ctx: Context): string {
  if (!ctx.viewer.accountId) throw new Refusal('not_signed_in')
  return ctx.viewer.accountId
}

export async function changeOwn(
  ctx: Context,
  work: (ctx: Context, row: ProviderRow, catalog: Catalog) => Promise<void>,
  { lock }: { lock?: 'diary' } = {},
): Promise<EditableProfile> {
  const catalog = await getCatalog(ctx.database)
  return ctx.transaction(async (ctx) => {
    // Takes the diary lock first, as bookings do, to prevent deadlocks.
    const own = lock === 'diary' ? await findProviderOfAccount(ctx.db, getCallerId(ctx)) : undefined
    if (own) await lockDiary(ctx.db, own.id)
    const row = await lockProvider(ctx.db, getCallerId(ctx))
    if (!row) throw new Refusal('not_found')
    if (row.state === 'suspended') throw new Refusal('suspended')
    await work(ctx, row, catalog)
    const changed = await findProviderOfAccount(ctx.db, getCallerId(ctx))
    return presentOwn(ctx.db, catalog, changed ?? row)
  })
}

export const getMarket = (catalog: Catalog, row: { country_code: string }) => {
  const market = catalog.markets.get(row.country_code)
  if (!market) throw new Error(`a provider is in ${row.country_code}, which is not a market`)
  return market
}

export async function presentOwn(db: Db, catalog: Catalog, row: ProviderRow): Promise<EditableProfile> {
  const market = getMarket(catalog, row)
  const services = await listAllServices(db, row.id)
  const artists = await listArtistsOf(db, row.id)
  const media = await listMediaById(
    db,
    [row.profile_media_id, row.cover_media_id].filter((id) => id !== null),
  )
  const face = media.find((m) => m.id === row.profile_media_id)
  const first = await findFirstAlbumPicture(db, row.id)
  const cover = chooseCover(
    [...media.filter((m) => m.id === row.cover_media_id), ...(first ? [first] : [])],
    row.cover_media_id,
  )
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    state: row.state as EditableProfile['state'],
    paused: row.state === 'paused',
    countryCode: row.country_code as CountryCode,
    currency: market.currency,
    distanceUnit: market.distanceUnit,
    location: {
      area: row.area,
      city: row.city,
      coordinates: [row.lng, row.lat],
      rounded: roundPosition(row.lat, row.lng),
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
            cost: cost_minor === null ? null : toMajor(cost_minor),
            minutes,
            usualMinutes: service.minutes,
            depositShare: deposit_share,
          },
        ]
      })
      .sort((a, b) => a.no - b.no),
    artists: artists.map(({ name, service_ids }) => ({ name, services: service_ids })),
    travel: travelOf(row, market.distanceUnit),
    minimumJob: toMajor(row.minimum_job_minor),
    sellingRules: {
      instant: row.instant_booking,
      depositShare: row.deposit_share,
      policy: row.policy as 'flexible' | 'fair' | 'strict',
      onlineBalance: row.online_balance,
    },
    payoutReady: isPayoutReady(row),
    instagram: row.instagram,
    kit: readKit(row.kit, row.shades, row.skills),
    bio: row.bio,
    photo: face ? presentPicture(face, 'square') : null,
    cover: cover ? presentPicture(cover, 'wide') : null,
    ...(await getCounts(db, row.id)),
    rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
    reviews: row.review_count,
    featured: row.featured,
    vouchers: row.sells_vouchers,
  }
}

export const isPayoutReady = (row: ProviderRow): boolean => row.payouts_ready

const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function travelOf(row: ProviderRow, unit: 'mi' | 'km'): ProviderTravel {
  const units = (metres: number) => Math.round((metres / metresPerUnit[unit]) * 10) / 10
  return {
    mode: row.mobile && row.studio ? 'both' : row.studio ? 'studio' : 'mobile',
    radius: units(row.travel_radius_m),
    free: units(row.travel_free_m),
    perUnit: toMajor(row.travel_per_unit_minor),
    hours: { opens: clockOf(row.opens_minute), closes: clockOf(row.closes_minute) },
    early:
      row.early_before_minute === null
        ? null
        : { before: clockOf(row.early_before_minute), fee: toMajor(row.early_fee_minor) },
    bufferMinutes: row.buffer_minutes,
    noticeHours: row.notice_hours,
    horizonDays: row.horizon_days,
  }
}

export async function getEditableProfile(ctx: Context): Promise<EditableProfile> {
  const catalog = await getCatalog(ctx.database)
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  return presentOwn(ctx.db, catalog, row)
}

type Own = OutputOf<typeof providerProfile.show>

export const setBio = (ctx: Context, { bio }: InputOf<typeof providerProfile.bio>): Promise<Own> =>
  changeOwn(ctx, (tx, row) => updateBio(tx, row, bio))

/** Throws for contact details and banned words. Runs in the caller's transaction. */
export async function updateBio(tx: Context, row: ProviderRow, bio: string): Promise<void> {
  const check = await createTextCheck(tx.db, row.country_code)
  check(bio, 'bio')
  await updateProvider(tx.db, row.id, { bio })
}

/** An empty name removes it. Throws if the name returns no pictures. */
export async function setInstagram(ctx: Context, { handle }: InputOf<typeof providerProfile.instagram>): Promise<Own> {
  if (handle && (await listSocialPhotos(ctx, { path: handle, count: 1 })).photos.length === 0)
    throw createFieldRefusal('no_pictures', 'handle')
  return changeOwn(ctx, (ctx, row) => updateProvider(ctx.db, row.id, { instagram: handle || null }).then(() => {}))
}

export async function setPhoto(
  ctx: Context,
  { fileUrl, crop }: InputOf<typeof providerProfile.photo>,
): Promise<OutputOf<typeof providerProfile.photo>> {
  const upload = await uploadOf(ctx, fileUrl)
  const side = Math.min(upload.width, upload.height)
  if (side < photoPixels || Math.round(side * crop.size) < photoPixels)
    throw createFieldRefusal('file_too_small', 'photo')
  const square = await cropUpload(ctx, upload, crop)
  return changeOwn(ctx, async (ctx, row) => {
    const { id } = await insertPhoto(ctx.db, {
      provider_id: row.id,
      alt: row.name,
      file: getFileUrl(square),
      upload_id: square.id,
      width: square.width,
      height: square.height,
      created_at: ctx.now,
    })
    await claimUpload(ctx, square.id)
    await updateProvider(ctx.db, row.id, { profile_media_id: id })
    const before = row.profile_media_id === null ? undefined : await deleteLoosePhoto(ctx.db, row.profile_media_id)
    if (before?.upload_id) await discardUpload(ctx, before.upload_id)
  })
}

export function formatKitLines(kit: unknown): string[] {
  if (!Array.isArray(kit)) return []
  return kit.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    const label = (item as { label?: unknown } | null)?.label
    return typeof label === 'string' ? [label] : []
  })
}

type Kept = { kind: 'undertone' | 'brand' | 'tool' | 'hygiene'; id?: string; label: string }

const singleUseLabel = 'Single-use applicators'

export function readKit(kit: unknown, shades: readonly string[], skills: readonly string[]): ProviderKit {
  const all: (string | Kept)[] = Array.isArray(kit) ? kit : []
  const labels = (kind: Kept['kind']) =>
    all.flatMap((item) => (typeof item === 'object' && item?.kind === kind ? [item.label] : []))
  return {
    shades: shades.map(Number).filter((shade) => shade >= 1 && shade <= 10),
    undertones: all.flatMap((item) =>
      typeof item === 'object' && item?.kind === 'undertone' && isUndertone(item.id) ? [item.id] : [],
    ),
    brands: labels('brand'),
    tools: labels('tool'),
    singleUse: labels('hygiene').includes(singleUseLabel),
    items: all.filter((item) => typeof item === 'string'),
    skills: [...skills],
  }
}

export function writeKit(kit: ProviderKit): (string | Kept)[] {
  return [
    ...kit.undertones.map(
      (id): Kept => ({ kind: 'undertone', id, label: `${id.charAt(0).toUpperCase()}${id.slice(1)} undertones` }),
    ),
    ...kit.brands.map((label): Kept => ({ kind: 'brand', label })),
    ...kit.tools.map((label): Kept => ({ kind: 'tool', label })),
    ...(kit.singleUse ? [{ kind: 'hygiene', label: singleUseLabel } satisfies Kept] : []),
    ...kit.items,
  ]
}

const isUndertone = (id: unknown): id is Undertone => undertones.includes(id as Undertone)

export const setKit = (ctx: Context, input: InputOf<typeof providerProfile.kit>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row, catalog) => {
    const skills = [...new Set(input.skills)]
    if (skills.some((id) => !catalog.skills.has(id) && !row.skills.includes(id)))
      throw createFieldRefusal('unknown_skill', 'skills')
    const shades = [...new Set(input.shades)].sort((a, b) => a - b).map(String)
    await updateProvider(ctx.db, row.id, { shades, skills, kit: JSON.stringify(writeKit(input)) })
  })

export const setMinimumJob = (ctx: Context, { amount }: InputOf<typeof providerProfile.minimumJob>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    const amountMinor = toMinor(amount)
    await updateProvider(ctx.db, row.id, { minimum_job_minor: amountMinor })
    await recordAudit(ctx, {
      act: 'provider.minimum_job',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: row.minimum_job_minor,
      after: amountMinor,
    })
  })

/** A pause ends open requests, offers and holds, and notifies both sides. */
export async function setPaused(ctx: Context, { paused }: InputOf<typeof providerProfile.pause>): Promise<Own> {
  const sender = await getSender(ctx)
  return changeOwn(
    ctx,
    async (ctx, row) => {
      const [from, to] = paused ? (['approved', 'paused'] as const) : (['paused', 'approved'] as const)
      if (row.state === to) return
      if (row.state !== from) throw new Refusal('state_changed')
      await updateProvider(ctx.db, row.id, { state: to, paused_at: paused ? ctx.now : null })
      await recordAudit(ctx, {
        act: paused ? 'provider.pause' : 'provider.resume',
        subject: { kind: 'provider', id: row.id, name: row.name },
        before: from,
        after: to,
      })
      if (!paused) return reserveOpened(ctx, row.id)
      const ended = await getDependants().endForArtist(ctx, sender, { providerId: row.id, reason: 'paused' })
      const account = await findAccount(ctx.db, getCallerId(ctx))
      if (account)
        await notify(ctx, sender, {
          kind: 'profile.paused',
          to: toAddressee(account),
          path: '/dashboard',
          values: { ended: formatEnds(ended) },
        })
    },
    { lock: 'diary' },
  )
}

const aName = /^[A-Za-z0-9._]{1,30}$/

/** Newest pictures of an Instagram name, with album pictures as fallback. */
export async function listSocialPhotos(
  ctx: Context,
  { path, count }: InputOf<typeof socialPhotos.list>,
): Promise<OutputOf<typeof socialPhotos.list>> {
  const name = path.replace(/^@/, '')
  const found = aName.test(name) ? await askService(ctx.env, name, count) : ctx.env.SOCIAL_PHOTOS_URL ? [] : null
  if (found) return { photos: found.map(({ src, alt }) => ({ src, alt })), connected: true }
  const known = aName.test(name) ? await findProviderOfSocialName(ctx.db, name) : undefined
  const own = ctx.viewer.accountId ? await findProviderOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  const provider = known ?? own
  const photos = provider ? await listAlbumPhotos(ctx.db, provider.id, count) : []
  return { photos: photos.map((media) => presentPicture(media, 'square')), connected: false }
}
