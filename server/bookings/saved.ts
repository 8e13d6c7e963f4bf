import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { talkOf } from '#server/messaging/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentsById, bookedLast, summariesOf } from '#server/appointments/index.ts'
import { isInProgress } from '#contract/bookings/lifecycle-appointment.ts'
import { countSaved, forgetArtistOf, saveArtistOf, savedOf, searchesWithActs } from './saved.queries.ts'
import { findProvider, noPicture, pictureOf } from '#server/providers/index.ts'
import type { Look } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { coversApart } from '#contract/pictures/drawn.ts'
import { defaults } from '#contract/constants.ts'
import { unitsWithFee } from '#contract/price.ts'
import { catalogOf, feePayerOf, feesOf, leadOf } from '#server/catalog/index.ts'
import { toHundredths } from '#contract/format.ts'

/** What two who talk have booked, as the caller sees it; null while nothing is. */
export async function bookingTalkedAbout(
  ctx: Context,
  { conversationId }: InputOf<typeof ownBookings.talkedAbout>,
): Promise<OutputOf<typeof ownBookings.talkedAbout>> {
  const talk = await talkOf(ctx.db, conversationId, ctx.viewer.accountId as string)
  if (!talk) throw new Refusal('not_found')
  const id = talk.searchId && (await bookedLast(ctx.db, talk.searchId, talk.providerId))
  if (!id) return { booking: null }
  const [booking = null] = await summariesOf(ctx, await appointmentsById(ctx.db, [id]), talk.side)
  return { booking }
}

type Calls = typeof ownBookings

/** How many searches of one's own are in progress and how many artists one has saved, as their pages list them. */
export async function countOwn(ctx: Context): Promise<OutputOf<Calls['counts']>> {
  const [{ searches }, saved] = await Promise.all([
    listOwnSearches(ctx),
    countSaved(ctx.db, ctx.viewer.accountId as string),
  ])
  return { quotes: searches.filter(isInProgress).length, saved }
}

export async function forgetArtist(
  ctx: Context,
  { profileId }: InputOf<Calls['forget']>,
): Promise<OutputOf<Calls['forget']>> {
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
  await forgetArtistOf(ctx.db, ctx.viewer.accountId as string, provider.id)
  return { saved: false }
}

/** One's own searches, newest first, with what has been asked and answered on each; one that was changed stands as its newest. */
export async function listOwnSearches(ctx: Context): Promise<OutputOf<Calls['searches']>> {
  const rows = await searchesWithActs(ctx.db, ctx.viewer.accountId as string)
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
      waiting: row.waiting,
      booked: row.booked,
      past: row.event_date < todayIn(row.tz, ctx.now),
    })),
  }
}

/** The artists that somebody saved, the latest first; who is not live now says so. */
export async function listSaved(ctx: Context): Promise<OutputOf<Calls['saved']>> {
  const catalog = await catalogOf(ctx.database)
  const categories = [...catalog.categories.values()]
  const usual = categories.find(({ slug }) => slug === defaults.category)
  const rows = await savedOf(ctx.db, ctx.viewer.accountId as string)
  return {
    artists: coversApart(
      rows.map((row) => {
        // Of the category that comes first here, else of their own.
        const sold = row.sold ?? []
        const ofUsual = sold.filter(({ category }) => category === usual?.id)
        const lead = leadOf(ofUsual.length > 0 ? ofUsual : sold)
        return {
          _id: row.id,
          slug: row.slug,
          name: row.name,
          area: row.area,
          live: row.state === 'approved',
          rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
          totalReviews: row.review_count,
          profileImg: row.face ? pictureOf(row.face, 'square') : noPicture,
          coverImg: row.media?.[0]
            ? pictureOf(row.media[0], 'wide')
            : row.face
              ? pictureOf(row.face, 'wide')
              : noPicture,
          pictures: (row.media ?? []).slice(1).map((media) => pictureOf(media, 'wide')),
          skills: row.skills.slice(0, 2).map((id) => catalog.skills.get(id) ?? id),
          priceFrom:
            lead &&
            unitsWithFee(
              lead.minor,
              feesOf(catalog, row.country_code, lead.category, ctx.now).of(feePayerOf(row)).percent,
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
  { profileId }: InputOf<Calls['save']>,
): Promise<OutputOf<Calls['save']>> {
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  await saveArtistOf(ctx.db, {
    account_id: ctx.viewer.accountId as string,
    provider_id: provider.id,
    created_at: ctx.now,
  })
  return { saved: true }
}
