import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type OutsideInvitation, outsideLimits, type outsideReviews } from '#contract/reviews/outside.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findProvider,
  lockProvider,
  createPlaceholder,
  getCallerProvider,
  presentPicture,
  assertNotOwnProfile,
} from '#server/providers/index.ts'
import {
  countInvitations,
  hideOutside,
  insertInvitation,
  findInvitationById,
  listInvitations,
  lockOutside,
  type OutsideRow,
  saveOutsideReview,
  listShownOutsideReviews,
} from './outside-reviews.queries.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { createHash } from 'node:crypto'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import type { CountryCode } from '#contract/values.ts'
import { saveReviewReport } from './reviews.ts'
import { recordAudit } from '#server/platform/audit.ts'

const DAY_MS = 86_400_000

export async function listOutsideInvitations(ctx: Context): Promise<OutputOf<typeof outsideReviews.invitations>> {
  const { id } = await getCallerProvider(ctx)
  const rows = await listInvitations(ctx.db, id)
  const today = rows.filter(({ invited_at }) => ctx.now.getTime() - invited_at.getTime() < DAY_MS).length
  return {
    invitations: rows.map(presentInvitation),
    left: Math.max(0, Math.min(outsideLimits.aDay - today, outsideLimits.inAll - rows.length)),
  }
}

const presentInvitation = ({ id, name, work, invited_at, written_at, hidden_at }: OutsideRow): OutsideInvitation => ({
  id,
  name,
  work,
  invitedAt: invited_at.toISOString(),
  state: hidden_at ? 'removed' : written_at ? 'shown' : 'waiting',
})

const MOST = 20

export async function listOutsideReviews(
  ctx: Context,
  { profileId }: InputOf<typeof outsideReviews.listByProfile>,
): Promise<OutputOf<typeof outsideReviews.listByProfile>> {
  const provider = await findProvider(ctx.reads, profileId, ['approved', 'paused'])
  ctx.dependsOn(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const rows = await listShownOutsideReviews(ctx.reads, provider.id, MOST)
  return {
    reviews: rows.map(({ id, name, work, comments, written_at, source }) => ({
      id,
      name,
      work,
      comments,
      source,
      date: (written_at as Date).toISOString(),
    })),
  }
}

const hashOf = (address: string): Buffer => createHash('sha256').update(normaliseEmail(address)).digest()

/** Once per address, within daily limits per artist and per address. */
export async function inviteOutsideReview(
  ctx: Context,
  { name, email, work }: InputOf<typeof outsideReviews.invite>,
): Promise<OutputOf<typeof outsideReviews.invite>> {
  // Prevents third-party contact details in our mails.
  for (const [field, text] of Object.entries({ name, work }))
    if (hasHiddenContact(text)) throw createFieldRefusal('contact_details', field)
  const { id: providerId, name: artist, account_id: accountId, country_code: country } = await getCallerProvider(ctx)
  const sender = await getSender(ctx)
  const keyOf = (id: string) => createLinkKey(ctx.database, ctx.env, 'praise', id)
  await keyOf(providerId)
  return ctx.idempotent(async (tx) => {
    // Locked, so that concurrent requests respect the limit.
    await lockProvider(tx.db, accountId ?? '')
    const own = accountId ? await findAccount(tx.db, accountId) : undefined
    if (own && normaliseEmail(own.email) === normaliseEmail(email)) throw createFieldRefusal('own_profile', 'email')
    const addressHash = hashOf(email)
    const ago = (days: number) => new Date(tx.now.getTime() - days * DAY_MS)
    const asked = await countInvitations(tx.db, { providerId, addressHash, day: ago(1), month: ago(30) })
    if (asked.today >= outsideLimits.aDay || asked.all >= outsideLimits.inAll) throw new Refusal('too_many_invitations')
    const row = await insertInvitation(tx.db, {
      provider_id: providerId,
      address_hash: addressHash,
      name,
      work,
      invited_at: tx.now,
    })
    if (!row) throw createFieldRefusal('already_invited', 'email')
    // Above the per-address limit no mail is sent; the artist is not told.
    if (asked.ofAddress < outsideLimits.ofAddress)
      await notify(tx, sender, {
        kind: 'review.invite.outside',
        to: { email, name, country },
        values: { name: artist, event: work },
        path: `/praise/${await keyOf(row.id)}`,
      })
    return { invitation: presentInvitation(row) }
  })
}

const OPEN_MS = 90 * 86_400_000

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitationById>>>

export const getOutsideReview = async (
  ctx: Context,
  { key }: InputOf<typeof outsideReviews.show>,
): Promise<OutputOf<typeof outsideReviews.show>> => outsidePage(await invitationOfKey(ctx, key), ctx.now)

/** Throws if the key is invalid or its artist is not published. Must not run inside a transaction. */
async function invitationOfKey(ctx: Context, key: string): Promise<Invitation> {
  const id = await openLinkKey(ctx.database, ctx.env, 'praise', key)
  const row = id ? await findInvitationById(ctx.db, id) : undefined
  if (!row || !['approved', 'paused'].includes(row.state)) throw new Refusal('not_found')
  return row
}

const outsidePage = (row: Invitation, now: Date): OutputOf<typeof outsideReviews.show> => ({
  artist: {
    name: row.artist,
    slug: row.slug,
    picture: row.media_id
      ? presentPicture({ id: row.media_id, alt: row.media_alt ?? '', file: row.media_file }, 'square')
      : createPlaceholder(row.artist),
  },
  name: row.name,
  work: row.work,
  state: row.written_at ? 'written' : now.getTime() - row.invited_at.getTime() > OPEN_MS ? 'closed' : 'open',
  countryCode: row.country_code as CountryCode,
})

/** Works once. Throws for the artist themselves. */
export async function writeOutsideReview(
  ctx: Context,
  { key, name, work, comments }: InputOf<typeof outsideReviews.write>,
): Promise<OutputOf<typeof outsideReviews.write>> {
  const row = await invitationOfKey(ctx, key)
  await assertNotOwnProfile(ctx, row.provider_id)
  for (const [field, text] of Object.entries({ name, work, comments }))
    if (hasHiddenContact(text)) throw createFieldRefusal('contact_details', field)
  const { state } = outsidePage(row, ctx.now)
  if (state === 'closed') throw new Refusal('review_closed')
  if (state === 'written') throw new Refusal('state_changed')
  return ctx.idempotent(async (tx) => {
    const words = { name, work, comments, written_at: tx.now }
    if (!(await saveOutsideReview(tx.db, row.id, words))) throw new Refusal('state_changed')
    return outsidePage({ ...row, ...words }, tx.now)
  })
}

export async function reportOutsideReview(
  ctx: Context,
  { reviewId, reason }: InputOf<typeof outsideReviews.report>,
): Promise<OutputOf<typeof outsideReviews.report>> {
  await saveReviewReport(ctx, { outside_id: reviewId }, reason, async (tx) => {
    const row = await lockOutside(tx.db, reviewId)
    if (!row?.written_at || row.hidden_at) throw new Refusal('not_found')
  })
  return { reported: true }
}

/** Runs in the operator's transaction. */
export async function removeOutsideReview(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await lockOutside(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  if (row.hidden_at) return
  await hideOutside(ctx.db, id, ctx.now, reason)
  await recordAudit(ctx, {
    act: 'review.remove',
    subject: { kind: 'review', id, name: row.name },
    before: { shown: true },
    after: { shown: false },
    reason,
  })
}
