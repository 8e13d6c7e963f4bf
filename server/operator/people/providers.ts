import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toHundredths } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { ListedProvider, operatorPeople } from '#contract/operator/people.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { featureProvider, noPicture, pictureOf, restoreProvider, suspendProvider } from '#server/providers/door.ts'
import { listedProvider, pricesOf, type ProviderRow, providersPage, roundsOf } from './people-queries.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'

const present = (row: ProviderRow): ListedProvider => ({
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

async function rowOf(ctx: Context, providerId: string): Promise<ProviderRow> {
  const row = await listedProvider(ctx.db, providerId)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Providers, newest first. */
export async function listProviders(
  ctx: Context,
  input: InputOf<typeof operatorPeople.providers>,
): Promise<OutputOf<typeof operatorPeople.providers>> {
  const { page, nextCursor } = paged(await providersPage(ctx.db, { ...input, after: readCursor(input.cursor, uuids) }))
  return { providers: page.map(present), nextCursor }
}

/** One provider, with prices and the rounds of checking. */
export async function showProvider(
  ctx: Context,
  { providerId }: InputOf<typeof operatorPeople.provider>,
): Promise<OutputOf<typeof operatorPeople.provider>> {
  const catalog = await catalogOf(ctx.database)
  const row = await rowOf(ctx, providerId)
  const currency = catalog.markets.get(row.country_code)?.currency ?? 'AUD'
  const prices = await pricesOf(ctx.db, providerId)
  const rounds = await roundsOf(ctx.db, providerId)
  return {
    provider: present(row),
    bio: row.bio,
    services: prices.map(({ service_id, status, cost_minor }) => ({
      id: service_id,
      label: catalog.services.get(service_id)?.label ?? service_id,
      status,
      cost: cost_minor === null ? null : major(cost_minor),
      currency,
    })),
    rounds: rounds.map((r) => ({
      round: r.round,
      submittedAt: r.submitted_at.toISOString(),
      decision: r.decision,
      decidedAt: r.decided_at?.toISOString() ?? null,
      decidedBy: r.decided_by,
      note: r.note,
    })),
  }
}

const changed = (
  ctx: Context,
  providerId: string,
  change: (inner: Context) => Promise<void>,
): Promise<{ provider: ListedProvider }> =>
  ctx.transaction(async (inner) => {
    await change(inner)
    return { provider: present(await rowOf(inner, providerId)) }
  })

/** Takes a profile out of searches. */
export const suspendProfile = (
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.suspendProvider>,
): Promise<OutputOf<typeof operatorPeople.suspendProvider>> =>
  changed(ctx, providerId, (inner) => suspendProvider(inner, providerId, reason))

/** Puts a suspended profile back. */
export const restoreProfile = (
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.restoreProvider>,
): Promise<OutputOf<typeof operatorPeople.restoreProvider>> =>
  changed(ctx, providerId, (inner) => restoreProvider(inner, providerId, reason))

/** Marks a profile as Featured until a day, or no longer. */
export const featureProfile = (
  ctx: Context,
  { providerId, until, reason }: InputOf<typeof operatorPeople.feature>,
): Promise<OutputOf<typeof operatorPeople.feature>> =>
  changed(ctx, providerId, (inner) => featureProvider(inner, providerId, until, reason))
