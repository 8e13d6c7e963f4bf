import type { OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import { coversApart } from '#contract/pictures/drawn.ts'
import { toHundredths } from '#contract/format.ts'
import type { Context } from '#server/platform/context.ts'
import { noPicture, pictureOf } from '#server/providers/door.ts'
import { savedOf } from './saved-queries.ts'

type Calls = typeof ownBookings

/** The artists that somebody saved, the latest first; who is not live now says so. */
export async function listSaved(ctx: Context): Promise<OutputOf<Calls['saved']>> {
  const rows = await savedOf(ctx.db, ctx.viewer.accountId as string)
  return {
    artists: coversApart(
      rows.map((row) => ({
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
    ),
  }
}
