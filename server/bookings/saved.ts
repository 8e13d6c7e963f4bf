import type { customerSearches } from '#contract/bookings/customer-dashboard.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { findTalk } from '#server/messaging/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listAppointmentsById, findLastBookingOnSearch, presentSummaries } from '#server/appointments/index.ts'
import { isSearchOpen } from '#contract/appointments/lifecycle-appointment.ts'
import { countSaved, deleteSavedArtist, saveArtistOf, listSavedArtists, listSearchesWithActs } from './saved.queries.ts'
import { createPlaceholder, findProvider, presentPicture } from '#server/providers/index.ts'
import type { Look } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import { getToday } from '#server/platform/event-day.ts'
import { spreadCoverScenes } from '#contract/pictures/drawn.ts'
import { defaults } from '#contract/constants.ts'
import { toMajor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { getCatalog, toFeePayer, getFees, findLeadService } from '#server/catalog/index.ts'
import { toHundredths } from '#contract/format.ts'

export async function getBookingOfConversation(
  ctx: Context,
  { conversationId }: InputOf<typeof customerSearches.readByConversation>,
): Promise<OutputOf<typeof customerSearches.readByConversation>> {
  const talk = await findTalk(ctx.db, conversationId, ctx.viewer.accountId as string)
  if (!talk) throw new Refusal('not_found')
  const id = talk.searchId && (await findLastBookingOnSearch(ctx.db, talk.searchId, talk.providerId))
  if (!id) return { booking: null }
  const [booking = null] = await presentSummaries(ctx, await listAppointmentsById(ctx.db, [id]), talk.side)
  return { booking }
}

type Calls = typeof customerSearches

export async function countOwn(ctx: Context): Promise<OutputOf<Calls['counts']>> {
  const [{ searches }, saved] = await Promise.all([
    listOwnSearches(ctx),
    countSaved(ctx.db, ctx.viewer.accountId as string),
  ])
  return { quotes: searches.filter(isSearchOpen).length, saved }
}

export async function removeSavedArtist(
  ctx: Context,
  { profileId }: InputOf<Calls['removeSavedArtist']>,
): Promise<OutputOf<Calls['removeSavedArtist']>> {
  const provider = await findProvider(ctx.db, profileId, [
    'approved',
    'paused',
    'suspended',
    'changes_requested',
    'in_review',
    'submitted',
    'draft',
    'rejected',
  ])
  if (!provider) throw new Refusal('not_found')
  await deleteSavedArtist(ctx.db, ctx.viewer.accountId as string, provider.id)
  return { saved: false }
}

/** For an edited search, only its newest version is shown. */
export async function listOwnSearches(ctx: Context): Promise<OutputOf<Calls['searches']>> {
  const rows = await listSearchesWithActs(ctx.db, ctx.viewer.accountId as string)
  return {
    searches: rows.map((row) => ({
      id: row.id,
      place: row.place_name.split(', ').slice(0, 2).join(', '),
      event: row.event,
      eventDate: row.event_date,
      finishTime: row.finish_time,
      countryCode: row.country_code as CountryCode,
      people: (row.people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0),
      offers: row.offers,
      lowestOffer: row.lowest_minor === null ? null : toMajor(row.lowest_minor),
      waiting: row.waiting,
      booked: row.booked,
      past: row.event_date < getToday(row.tz, ctx.now),
    })),
  }
}

export async function listSaved(ctx: Context): Promise<OutputOf<Calls['listSavedArtists']>> {
  const catalog = await getCatalog(ctx.database)
  const categories = [...catalog.categories.values()]
  const usual = categories.find(({ slug }) => slug === defaults.category)
  const rows = await listSavedArtists(ctx.db, ctx.viewer.accountId as string)
  return {
    artists: spreadCoverScenes(
      rows.map((row) => {
        // Prefers the market's usual category, with the artist's own as a fallback.
        const sold = row.sold ?? []
        const ofUsual = sold.filter(({ category }) => category === usual?.id)
        const lead = findLeadService(ofUsual.length > 0 ? ofUsual : sold)
        return {
          _id: row.id,
          slug: row.slug,
          name: row.name,
          area: row.area,
          live: row.state === 'approved',
          rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
          totalReviews: row.review_count,
          profileImg: row.face ? presentPicture(row.face, 'square') : createPlaceholder(row.name),
          coverImg: row.media?.[0]
            ? presentPicture(row.media[0], 'wide')
            : row.face
              ? presentPicture(row.face, 'wide')
              : createPlaceholder(row.name),
          pictures: (row.media ?? []).slice(1).map((media) => presentPicture(media, 'wide')),
          skills: row.skills.slice(0, 2).map((id) => catalog.skills.get(id) ?? id),
          priceFrom:
            lead &&
            computeUnitsWithFee(
              lead.minor,
              getFees(catalog, row.country_code, lead.category, ctx.now).of(toFeePayer(row)).percent,
            ),
          priceOf: lead && (catalog.servicesByNo.get(lead.no)?.label ?? null),
          currency: catalog.markets.get(row.country_code)?.currency ?? 'AUD',
        }
      }),
    ),
  }
}

export async function saveArtist(
  ctx: Context,
  { profileId }: InputOf<Calls['saveArtist']>,
): Promise<OutputOf<Calls['saveArtist']>> {
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  await saveArtistOf(ctx.db, {
    account_id: ctx.viewer.accountId as string,
    provider_id: provider.id,
    created_at: ctx.now,
  })
  return { saved: true }
}
