import { toHundredths } from '#contract/format.ts'
import type { ListedProvider } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import { listedProvider, type ProviderRow } from './people-queries.ts'

/** A provider as operators see them. */
export const presentProvider = (row: ProviderRow): ListedProvider => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  state: row.state as ListedProvider['state'],
  countryCode: row.country_code as ListedProvider['countryCode'],
  area: row.area,
  city: row.city,
  profileImg:
    row.face_id === null
      ? noPicture
      : pictureOf({ id: row.face_id, alt: row.face_alt ?? '', file: row.face_file }, 'square'),
  accountId: row.account_id,
  rating: row.review_count ? toHundredths(row.review_sum / row.review_count) : null,
  totalReviews: row.review_count,
  bookingCount: row.booking_count,
  instant: row.instant_booking,
  featured: row.featured,
  featuredUntil: row.featured_until,
  createdAt: row.created_at.toISOString(),
  approvedAt: row.approved_at?.toISOString() ?? null,
  sample: row.sample,
})

/** A provider's row by id, or the refusal that there is none. */
export async function providerRow(ctx: Context, providerId: string): Promise<ProviderRow> {
  const row = await listedProvider(ctx.db, providerId)
  if (!row) throw new Refusal('not_found')
  return row
}
