import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toHundredths } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { smallestJobOf, unitsWithFee } from '#contract/price.ts'
import type { providers } from '#contract/providers/providers.ts'
import type { CountryCode } from '#contract/values.ts'
import { addOnLabel, ownLabel } from '#contract/words.ts'
import { catalogOf, leadOf } from '#server/catalog/door.ts'
import { feePayerOf, feesOf } from '#server/catalog/fees/door.ts'
import { distanceIn, roundedPosition } from '#server/places/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { kitLines } from '#server/providers/own-profile/kit-lines.ts'
import { colleaguesShown } from '#server/providers/colleagues/list-colleagues.ts'
import { hasBadge } from '#server/providers/badge.ts'
import { shownWordsOf } from '#server/providers/own-words/own-words-queries.ts'
import { heldBy } from '#server/providers/checks/check-queries.ts'
import { addOnsFor } from '#server/providers/selling/add-on-queries.ts'
import { trialsFor } from '#server/providers/trials/trial-queries.ts'
import { packagesOf } from '#server/providers/selling/package-queries.ts'
import { lowerPricesOf } from '#server/providers/selling/selling-queries.ts'
import { presentLower } from '#server/providers/selling/present-lower.ts'
import { mosaicFirst } from './mosaic-first.ts'
import { shownFirst } from '#server/providers/shown-first.ts'
import { noPicture, pictureOf } from '#server/providers/picture.ts'
import { albumsOf, artistsOf, findProvider, mediaOf, servicesOf } from '#server/providers/queries.ts'

/** The public profile of a live or paused provider, by slug or id. */
export async function showProfile(
  ctx: Context,
  { profileId }: InputOf<typeof providers.profile>,
): Promise<OutputOf<typeof providers.profile>> {
  const db = ctx.reads
  const provider = await findProvider(db, profileId, ['approved', 'paused'])
  ctx.about(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const market = catalog.markets.get(provider.country_code)
  if (!market) throw new Error(`provider ${provider.id} is in a country without a market`)
  const media = await mediaOf(db, provider.id)
  const albums = await albumsOf(db, provider.id)
  const artists = await artistsOf(db, provider.id)
  const services = await servicesOf(db, provider.id)
  const trials = new Map(
    (
      await trialsFor(
        db,
        provider.id,
        services.map(({ service_id }) => service_id),
      )
    ).map((trial) => [trial.service_id, trial]),
  )
  const words = new Map((await shownWordsOf(db, provider.id)).map((said) => [said.service_id, said]))
  const one = (id: number | null) => media.find((m) => m.id === id)
  const face = one(provider.profile_media_id)
  const pictures = media.filter((m) => m.id !== face?.id)
  const cover = shownFirst(pictures, provider.cover_media_id)
  const payer = feePayerOf(provider)
  const feeOf = (categoryId: number) => feesOf(catalog, provider.country_code, categoryId, ctx.now).of(payer)
  const smallest = smallestJobOf(
    services.flatMap(({ service_id, cost_minor }) => {
      const service = catalog.services.get(service_id)
      return service ? [{ costMinor: cost_minor, ...feeOf(service.categoryId) }] : []
    }),
    { minimumJobMinor: provider.minimum_job_minor, depositShare: provider.deposit_share },
  )
  const distance = (metres: number) => distanceIn(metres, market.distanceUnit)

  return {
    _id: provider.id,
    slug: provider.slug,
    name: provider.name,
    bio: provider.bio,
    area: provider.area,
    city: provider.city,
    countryCode: provider.country_code as CountryCode,
    currency: market.currency,
    coverImg: cover ? pictureOf(cover, 'wide') : face ? pictureOf(face, 'wide') : noPicture,
    profileImg: face ? pictureOf(face, 'square') : noPicture,
    gallery: mosaicFirst(pictures, cover?.id ?? null)
      .slice(0, 16)
      .map((m) => pictureOf(m, 'tall')),
    albums: albums.map((album) => ({
      _id: String(album.id),
      title: album.title,
      media: pictures.filter((m) => m.album_id === album.id).map((m) => ({ ...pictureOf(m, 'tall'), tags: m.tags })),
    })),
    rating: provider.review_count ? toHundredths(provider.review_sum / provider.review_count) : null,
    totalReviews: provider.review_count,
    bookingCount: provider.booking_count,
    since: provider.since,
    featured: provider.featured,
    vaccinated: provider.vaccinated && market.vaccinated,
    covidTrained: provider.covid_trained && market.covidTrained,
    verified: hasBadge(market.checks, await heldBy(db, provider.id), todayIn(market.tz, ctx.now)),
    instant: provider.instant_booking,
    languages: provider.languages,
    artists: artists.map(({ name, service_ids }) => ({ name, services: service_ids })),
    colleagues: await colleaguesShown(db, provider.id),
    skills: provider.skills.map((id) => ({ id, label: catalog.skills.get(id) ?? id })),
    shades: provider.shades.map(Number).filter((shade) => shade >= 1 && shade <= 10),
    kit: kitLines(provider.kit),
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
            price: unitsWithFee(cost_minor, percent),
            trial: trial
              ? {
                  price: unitsWithFee(trial.cost_minor, percent),
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
    lead: leadOf(services.flatMap(({ service_id }) => catalog.services.get(service_id) ?? []))?.id ?? null,
    packages: (await packagesOf(db, provider.id)).flatMap(({ title, words: said, cost_minor, service_ids, counts }) => {
      const held = service_ids.flatMap((id) => catalog.services.get(id) ?? [])
      const sold = service_ids.every((id) => services.some(({ service_id }) => service_id === id))
      if (title === null || !sold || !held[0]) return []
      const price = unitsWithFee(cost_minor, feeOf(held[0].categoryId).percent)
      const holds = held.map((service, i) => `${counts[i]} × ${ownLabel(words.get(service.id)?.title, service.label)}`)
      return [{ title, words: said, holds, price }]
    }),
    addOns: (
      await addOnsFor(
        db,
        provider.id,
        services.map(({ service_id }) => service_id),
      )
    ).flatMap(({ title, words: said, service_id, minutes, cost_minor }) => {
      const service = catalog.services.get(service_id)
      if (!service) return []
      const price = unitsWithFee(cost_minor, feeOf(service.categoryId).percent)
      const label = ownLabel(words.get(service_id)?.title, service.label)
      return [{ title: addOnLabel(title, label), words: said, minutes, price }]
    }),
    lowerPrices: (await lowerPricesOf(db, provider.id)).map(presentLower),
    mobile: provider.mobile
      ? { radius: distance(provider.travel_radius_m), free: distance(provider.travel_free_m) }
      : null,
    studio: provider.studio ? { area: provider.area } : null,
    minimumJob: provider.minimum_job_minor > 0 && smallest ? major(smallest.price.totalMinor) : 0,
    depositShare: provider.deposit_share,
    policy: provider.policy as 'flexible' | 'fair' | 'strict',
    noticeHours: provider.notice_hours,
    answerMinutes: provider.answer_minutes,
    position: roundedPosition(provider.lat, provider.lng),
    state: provider.state as 'approved' | 'paused',
    vouchers: provider.sells_vouchers && provider.state === 'approved',
  }
}
