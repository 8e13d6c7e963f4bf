import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import { toHundredths } from '#contract/format.ts'
import type { Look } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProvider, noPicture, pictureOf } from '#server/providers/door.ts'
import { forgetArtistOf, saveArtistOf, savedOf, searchesWithActs } from './saved-queries.ts'

type Calls = typeof ownBookings

/** The artists that somebody saved, the latest first; who is not live now says so. */
export async function listSaved(ctx: Context): Promise<OutputOf<Calls['saved']>> {
  const rows = await savedOf(ctx.db, ctx.viewer.accountId as string)
  return {
    artists: rows.map((row) => ({
      _id: row.id,
      slug: row.slug,
      name: row.name,
      area: row.area,
      live: row.state === 'approved',
      rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
      totalReviews: row.review_count,
      profileImg: row.face ? pictureOf(row.face, 'square') : noPicture,
      coverImg: row.cover ? pictureOf(row.cover, 'wide') : row.face ? pictureOf(row.face, 'wide') : noPicture,
    })),
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
