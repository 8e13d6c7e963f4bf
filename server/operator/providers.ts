import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ListedProvider, operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchProviders, findListedProvider, listPrices, type ProviderRow, listRounds } from './people.queries.ts'
import { toHundredths } from '#contract/format.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  setProviderFeatured,
  createPlaceholder,
  presentPicture,
  restoreProvider,
  suspendProvider,
} from '#server/providers/index.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { toMajor } from '#contract/money.ts'
import { toAddressee, getDependants, findAccount, formatMoment } from '#server/accounts/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getHub } from './hubs.ts'
import { formatEnds } from '#contract/accounts/ends-text.ts'
import type { EndEffects } from '#contract/accounts/ends.ts'
import { stripEnd } from '#contract/words.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'

export async function listProviders(
  ctx: Context,
  input: InputOf<typeof operatorPeople.providers>,
): Promise<OutputOf<typeof operatorPeople.providers>> {
  const { rows, nextCursor } = await fetchProviders(ctx.db, input)
  return { providers: rows.map(presentProvider), nextCursor }
}

const presentProvider = (row: ProviderRow): ListedProvider => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  state: row.state as ListedProvider['state'],
  countryCode: row.country_code as ListedProvider['countryCode'],
  area: row.area,
  city: row.city,
  profileImg:
    row.face_id === null
      ? createPlaceholder(row.name)
      : presentPicture({ id: row.face_id, alt: row.face_alt ?? '', file: row.face_file }, 'square'),
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

async function providerRow(ctx: Context, providerId: string): Promise<ProviderRow> {
  const row = await findListedProvider(ctx.db, providerId)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function getOperatorProvider(
  ctx: Context,
  { providerId }: InputOf<typeof operatorPeople.provider>,
): Promise<OutputOf<typeof operatorPeople.provider>> {
  const catalog = await getCatalog(ctx.database)
  const row = await providerRow(ctx, providerId)
  const currency = catalog.markets.get(row.country_code)?.currency ?? 'AUD'
  const prices = await listPrices(ctx.db, providerId)
  const rounds = await listRounds(ctx.db, providerId)
  const hub = hasDuty(ctx.viewer.duties, ['support']) ? await getHub(ctx, { providerId }) : null
  if (hub) await recordAccess(ctx, { what: 'people', of: hub.conversations.latest.map(({ withId }) => withId) })
  return {
    provider: presentProvider(row),
    bio: row.bio,
    ends: await getDependants().previewForArtist(ctx, providerId),
    hub,
    services: prices.map(({ service_id, status, cost_minor }) => ({
      id: service_id,
      label: catalog.services.get(service_id)?.label ?? service_id,
      status,
      cost: cost_minor === null ? null : toMajor(cost_minor),
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

const changeProvider = (
  ctx: Context,
  providerId: string,
  change: (inner: Context) => Promise<void>,
): Promise<{ provider: ListedProvider }> =>
  ctx.transaction(async (inner) => {
    await change(inner)
    return { provider: presentProvider(await providerRow(inner, providerId)) }
  })

export const setProfileFeatured = (
  ctx: Context,
  { providerId, until, reason }: InputOf<typeof operatorPeople.feature>,
): Promise<OutputOf<typeof operatorPeople.feature>> =>
  changeProvider(ctx, providerId, (inner) => setProviderFeatured(inner, providerId, until, reason))

/** Also ends customers' open requests, offers and holds, and notifies both sides. */
export async function suspendProfile(
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.suspendProvider>,
): Promise<OutputOf<typeof operatorPeople.suspendProvider>> {
  const sender = await getSender(ctx)
  return changeProvider(ctx, providerId, async (inner) => {
    const ended = await suspendProvider(inner, sender, providerId, reason)
    await notifyArtist(inner, sender, providerId, { reason, ended })
  })
}

async function notifyArtist(
  ctx: Context,
  sender: Sender,
  providerId: string,
  { reason, ended }: { reason: string; ended: EndEffects },
): Promise<void> {
  const { account_id: accountId } = await providerRow(ctx, providerId)
  const account = accountId ? await findAccount(ctx.db, accountId) : undefined
  if (!account) return
  await notify(ctx, sender, {
    kind: 'profile.suspended',
    to: toAddressee(account),
    path: '/dashboard/checks#appeals',
    values: {
      dateTime: formatMoment(ctx.now, account.country_code),
      reason: stripEnd(reason, /[.!]/),
      ended: formatEnds(ended),
    },
  })
}

export const restoreProfile = (
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.restoreProvider>,
): Promise<OutputOf<typeof operatorPeople.restoreProvider>> =>
  changeProvider(ctx, providerId, (inner) => restoreProvider(inner, providerId, reason))
