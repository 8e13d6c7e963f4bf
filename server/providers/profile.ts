import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toHundredths } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { findSmallestJob, computeUnitsWithFee } from '#contract/price.ts'
import type { providers, Review } from '#contract/providers/providers.ts'
import type { CountryCode } from '#contract/values.ts'
import { addOnLabel, formatServiceLabel } from '#contract/words.ts'
import { getCatalog, toFeePayer, getFees, findLeadService } from '#server/catalog/index.ts'
import { convertDistance, scatterPosition } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getToday } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formatKitLines } from './provider-profile.ts'
import { listShownColleagues } from './colleagues.ts'
import { hasBadge } from './badge.ts'
import { listShownServiceTexts } from './service-texts.queries.ts'
import { getCheckExpiries } from './documents.queries.ts'
import { addOnsFor, listLowerPrices, listPackages, listTrialsForServices } from './selling.queries.ts'
import { presentLower } from './price-rules.ts'
import { createPlaceholder, type Media, presentPicture, chooseCover } from './picture.ts'
import {
  listAlbumsOf,
  listArtistsOf,
  listBeforeAfter,
  fetchReviewsOfProvider,
  findProvider,
  listMedia,
  listPictures,
  findReviewOfAppointment,
  listReviewsOfParties,
  listScoresOf,
  listProviderServices,
} from './providers.queries.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { computeWeighedScores } from '#contract/reviews/party-weights.ts'
import type { Db } from '#db/database.ts'
import { getFileUrl } from '#server/pictures/index.ts'

export async function getProfile(
  ctx: Context,
  { profileId }: InputOf<typeof providers.profile>,
): Promise<OutputOf<typeof providers.profile>> {
  const db = ctx.reads
  const provider = await findProvider(db, profileId, ['approved', 'paused'])
  ctx.dependsOn(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const catalog = await getCatalog(ctx.database)
  const market = catalog.markets.get(provider.country_code)
  if (!market) throw new Error(`provider ${provider.id} is in a country without a market`)
  const media = await listMedia(db, provider.id)
  const albums = await listAlbumsOf(db, provider.id)
  const artists = await listArtistsOf(db, provider.id)
  const services = await listProviderServices(db, provider.id)
  const trials = new Map(
    (
      await listTrialsForServices(
        db,
        provider.id,
        services.map(({ service_id }) => service_id),
      )
    ).map((trial) => [trial.service_id, trial]),
  )
  const words = new Map((await listShownServiceTexts(db, provider.id)).map((said) => [said.service_id, said]))
  const one = (id: number | null) => media.find((m) => m.id === id)
  const face = one(provider.profile_media_id)
  const pictures = media.filter((m) => m.id !== face?.id)
  const cover = chooseCover(pictures, provider.cover_media_id)
  const payer = toFeePayer(provider)
  const feeOf = (categoryId: number) => getFees(catalog, provider.country_code, categoryId, ctx.now).of(payer)
  const smallest = findSmallestJob(
    services.flatMap(({ service_id, cost_minor }) => {
      const service = catalog.services.get(service_id)
      return service ? [{ costMinor: cost_minor, ...feeOf(service.categoryId) }] : []
    }),
    { minimumJobMinor: provider.minimum_job_minor, depositShare: provider.deposit_share },
  )
  const distance = (metres: number) => convertDistance(metres, market.distanceUnit)

  return {
    _id: provider.id,
    slug: provider.slug,
    name: provider.name,
    bio: provider.bio,
    area: provider.area,
    city: provider.city,
    timeZone: provider.tz,
    countryCode: provider.country_code as CountryCode,
    currency: market.currency,
    coverImg: cover
      ? presentPicture(cover, 'wide')
      : face
        ? presentPicture(face, 'wide')
        : createPlaceholder(provider.name),
    profileImg: face ? presentPicture(face, 'square') : createPlaceholder(provider.name),
    gallery: sortForMosaic(pictures, cover?.id ?? null)
      .slice(0, 16)
      .map((m) => presentPicture(m, 'tall')),
    albums: albums.map((album) => ({
      _id: String(album.id),
      title: album.title,
      media: pictures
        .filter((m) => m.album_id === album.id)
        .map((m) => ({
          ...presentPicture(m, 'tall'),
          tags: m.tags,
          before: m.before_media_id === null ? null : String(m.before_media_id),
        })),
    })),
    rating: provider.review_count ? toHundredths(provider.review_sum / provider.review_count) : null,
    totalReviews: provider.review_count,
    bookingCount: provider.booking_count,
    since: provider.since,
    featured: provider.featured,
    vaccinated: provider.vaccinated && market.vaccinated,
    covidTrained: provider.covid_trained && market.covidTrained,
    verified: hasBadge(market.checks, await getCheckExpiries(db, provider.id), getToday(market.tz, ctx.now)),
    instant: provider.instant_booking,
    languages: provider.languages,
    artists: artists.map(({ name, service_ids }) => ({ name, services: service_ids })),
    colleagues: await listShownColleagues(db, provider.id),
    skills: provider.skills.map((id) => ({ id, label: catalog.skills.get(id) ?? id })),
    shades: provider.shades.map(Number).filter((shade) => shade >= 1 && shade <= 10),
    kit: formatKitLines(provider.kit),
    services: services
      .flatMap(({ service_id, cost_minor, minutes, deposit_share }) => {
        const service = catalog.services.get(service_id)
        if (!service) return []
        const category = catalog.categoriesById.get(service.categoryId)
        const store = [...catalog.stores.values()].find(({ id }) => id === category?.storeId)
        const { percent } = feeOf(service.categoryId)
        const trial = trials.get(service.id)
        return [
          {
            id: service.id,
            label: service.label,
            title: words.get(service_id)?.title ?? null,
            words: words.get(service_id)?.words ?? '',
            type: category?.serviceTypes.find(({ id }) => id === service.serviceTypeId)?.label ?? '',
            category: { store: store?.slug ?? '', slug: category?.slug ?? '', label: category?.label ?? '' },
            minutes: minutes ?? service.minutes,
            price: computeUnitsWithFee(cost_minor, percent),
            trial: trial
              ? {
                  price: computeUnitsWithFee(trial.cost_minor, percent),
                  minutes: trial.minutes,
                  deducted: trial.deducted,
                  withTest: trial.with_test,
                }
              : null,
            depositShare: deposit_share,
            currency: market.currency,
            no: service.no,
          },
        ]
      })
      .sort((a, b) => a.no - b.no),
    lead: findLeadService(services.flatMap(({ service_id }) => catalog.services.get(service_id) ?? []))?.id ?? null,
    packages: (await listPackages(db, provider.id)).flatMap(
      ({ title, words: said, cost_minor, service_ids, counts }) => {
        const held = service_ids.flatMap((id) => catalog.services.get(id) ?? [])
        const sold = service_ids.every((id) => services.some(({ service_id }) => service_id === id))
        if (title === null || !sold || !held[0]) return []
        const price = computeUnitsWithFee(cost_minor, feeOf(held[0].categoryId).percent)
        const holds = held.map(
          (service, i) => `${counts[i]} × ${formatServiceLabel(words.get(service.id)?.title, service.label)}`,
        )
        return [{ title, words: said, holds, price }]
      },
    ),
    addOns: (
      await addOnsFor(
        db,
        provider.id,
        services.map(({ service_id }) => service_id),
      )
    ).flatMap(({ title, words: said, service_id, minutes, cost_minor }) => {
      const service = catalog.services.get(service_id)
      if (!service) return []
      const price = computeUnitsWithFee(cost_minor, feeOf(service.categoryId).percent)
      const label = formatServiceLabel(words.get(service_id)?.title, service.label)
      return [{ title: addOnLabel(title, label), words: said, minutes, price }]
    }),
    lowerPrices: (await listLowerPrices(db, provider.id)).map(presentLower),
    mobile: provider.mobile
      ? { radius: distance(provider.travel_radius_m), free: distance(provider.travel_free_m) }
      : null,
    studio: provider.studio ? { area: provider.area } : null,
    minimumJob: provider.minimum_job_minor > 0 && smallest ? toMajor(smallest.price.totalMinor) : 0,
    depositShare: provider.deposit_share,
    policy: provider.policy as 'flexible' | 'fair' | 'strict',
    noticeHours: provider.notice_hours,
    answerMinutes: provider.answer_minutes,
    position: scatterPosition(provider.id, provider.lat, provider.lng),
    state: provider.state as 'approved' | 'paused',
    vouchers: provider.sells_vouchers && provider.state === 'approved',
  }
}

type Shown = { id: number; file: string | null; kind: string | null }

const subjects: Readonly<Record<string, string>> = {
  face: 'face',
  eye: 'eye',
  powder: 'kit',
  lips: 'lips',
  updo: 'hair',
  braidCrown: 'hair',
  waves: 'hair',
  straight: 'hair',
  coils: 'hair',
  braids: 'hair',
  locs: 'hair',
  nails: 'hands',
  mehndiHand: 'hands',
  flatLay: 'kit',
  swatches: 'kit',
  stroke: 'kit',
}
const besideCover = 4
const order = ['face', 'eye', 'hair', 'lips', 'kit', 'hands']

const subjectOf = ({ id, file, kind }: Shown): string => (file ? `photo ${id}` : (subjects[kind ?? ''] ?? kind ?? ''))

/**
 * Sorts pictures for the profile page: cover and own photos, else one per subject (face, eye, hair, lips, kit), then
 * the rest.
 */
export function sortForMosaic<T extends Shown>(pictures: readonly T[], coverId: number | null): T[] {
  const cover = pictures.filter(({ id }) => id === coverId)
  const others = pictures.filter(({ id }) => id !== coverId)
  const seen = new Set(cover.map(subjectOf))
  const first: T[] = []
  const rank = (picture: T) => {
    const at = order.indexOf(subjectOf(picture))
    return picture.file ? -1 : at < 0 ? order.length : at
  }
  for (const picture of others.toSorted((a, b) => rank(a) - rank(b))) {
    if (first.length === besideCover || seen.has(subjectOf(picture))) continue
    seen.add(subjectOf(picture))
    first.push(picture)
  }
  const rest = others.filter((picture) => !first.includes(picture))
  return [...cover, ...first, ...rest.toSorted((a, b) => Number(a.file === null) - Number(b.file === null))]
}

type Row = Awaited<ReturnType<typeof fetchReviewsOfProvider>>['rows'][number]

/** Newest first, after the review of the given appointment. Totals and histogram cover all reviews. */
export async function listTestimonials(
  ctx: Context,
  input: InputOf<typeof providers.testimonials>,
): Promise<OutputOf<typeof providers.testimonials>> {
  const db = ctx.reads
  const provider = await findProvider(db, input.profileId, ['approved', 'paused'])
  ctx.dependsOn(`artist:${provider?.slug ?? input.profileId}`)
  if (!provider) throw new Refusal('not_found')
  const category =
    input.categorySlug === undefined ? null : (await getCatalog(ctx.database)).categories.get(input.categorySlug)
  if (category === undefined) throw new Refusal('unknown_category')
  const categoryId = category?.id ?? null

  const scores = await listScoresOf(db, provider.id, categoryId)
  const own = input.appointmentId ? await findReviewOfAppointment(db, provider.id, input.appointmentId) : undefined
  const { rows: page, nextCursor } = await fetchReviewsOfProvider(db, {
    providerId: provider.id,
    categoryId,
    score: input.score ?? null,
    cursor: input.cursor,
    size: input.limit,
  })
  const rest = page.filter((row) => row.id !== own?.id && (row.party === null || row.party !== own?.party))
  const heads = own && !input.cursor ? [own, ...rest] : rest
  const parties = await partiesOf(db, provider.id, heads)
  // Reviews of one party are grouped at the newest, except when filtered by score.
  const rows = input.score ? heads : heads.flatMap((row) => (row.party && parties.get(row.party)) || [row])
  const pictures = await listPictures(
    db,
    rows.flatMap((row) => [...row.media_ids, ...(row.author_media_id ? [row.author_media_id] : [])]),
  )
  const pairs = await listBeforeAfter(db, [...new Set(rows.flatMap(({ party }) => party ?? []))])
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))

  return {
    reviews: rows.map((row) => ({
      ...present(row, provider.name, byId),
      party: partyOf(row, (row.party && parties.get(row.party)) || [row]),
      beforeAfter: pairOf(row, pairs),
    })),
    ...computeWeighedScores(scores),
    nextCursor,
  }
}

async function partiesOf(db: Db, providerId: string, rows: readonly Row[]): Promise<Map<string, Row[]>> {
  const shared = rows.flatMap(({ party, weight }) => (party && weight < 100 ? [party] : []))
  return Map.groupBy(await listReviewsOfParties(db, providerId, [...new Set(shared)]), ({ party }) => party as string)
}

/** Returns the reviewer's role in the party and its size. Null for the review of someone who booked alone. */
function partyOf(row: Row, all: readonly Row[]): Review['party'] {
  if (row.guest_id === null && all.length === 1) return null
  return {
    // Named by a review id, so that the booking is not revealed.
    group: String(all[0]?.id ?? row.id),
    guest: row.guest_id !== null,
    role: row.guest_role,
    services: row.services,
    of: all.length,
  }
}

function pairOf(row: Row, pairs: Awaited<ReturnType<typeof listBeforeAfter>>): Review['beforeAfter'] {
  const pair = pairs.find(({ appointment_id, guest_id }) => appointment_id === row.party && guest_id === row.guest_id)
  if (!pair) return null
  const src = (id: string, folder: string, thumbhash: string) => getFileUrl({ id, folder, thumbhash })
  return {
    before: { src: src(pair.before_id, pair.before_folder, pair.before_hash), alt: 'Before' },
    after: { src: src(pair.after_id, pair.after_folder, pair.after_hash), alt: 'After' },
  }
}

function present(
  row: Row,
  providerName: string,
  pictures: ReadonlyMap<number, Media>,
): Omit<Review, 'party' | 'beforeAfter'> {
  const picture = (id: number | null) => (id === null ? undefined : pictures.get(id))
  const avatar = picture(row.author_media_id)
  return {
    _id: String(row.id),
    name: row.author,
    avatar: avatar ? presentPicture(avatar, 'square') : null,
    date: row.created_at.toISOString(),
    rating: row.score,
    event: row.event,
    comments: row.comments,
    hairTags: row.hair_tags as LookTag[],
    media: row.media_ids.flatMap((id) => picture(id) ?? []).map((media) => presentPicture(media, 'tall')),
    counted: row.counted,
    reply: row.reply
      ? { name: providerName, date: (row.replied_at ?? row.created_at).toISOString(), comments: row.reply }
      : null,
  }
}
