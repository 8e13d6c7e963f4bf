import type { OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import { coversApart } from '#contract/pictures/drawn.ts'
import { defaults } from '#contract/constants.ts'
import { unitsWithFee } from '#contract/price.ts'
import { catalogOf, feePayerOf, feesOf, leadOf } from '#server/catalog/index.ts'
import { toHundredths } from '#contract/format.ts'
import type { Context } from '#server/platform/context.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import { savedOf } from './saved-queries.ts'

type Calls = typeof ownBookings

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
