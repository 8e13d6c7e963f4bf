import { reviewChips, reviewDays } from '#contract/reviews/review-words.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ReviewPage, reviews, ReviewType, WrittenReview } from '#contract/reviews/reviews.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import {
  deleteReviewPictures,
  insertReviewPicture,
  createPlaceholder,
  presentPicture,
  assertNotOwnProfile,
} from '#server/providers/index.ts'
import {
  findCustomerReview,
  insertCustomerReview,
  insertReview,
  insertReviewReport,
  lockReview,
  openReports,
  listOperators,
  listPicturesById,
  type ReportSubject,
  type ReviewedAppointment,
  findReviewedAppointment,
  findReview,
  type ReviewRow,
  setReviewHidden,
  updateCustomerReview,
  updateReview,
} from './reviews.queries.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { assertNoContactDetails } from '#server/platform/validation/contact-details.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { truncate } from '#contract/text.ts'
import { claimUpload, discardUpload, getFileUrl, uploadOf } from '#server/pictures/index.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { readActKey, signActKey } from '#server/platform/http/act-key.ts'

const DAY_MS = 86_400_000

export const editUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + reviewDays.edit * DAY_MS)

export const getReviewClose = ({ ends_at }: Pick<ReviewedAppointment, 'ends_at'>): Date =>
  new Date(ends_at.getTime() + reviewDays.open * DAY_MS)

export function getReviewState(appointment: Pick<ReviewedAppointment, 'ends_at'>, now: Date): ReviewPage['state'] {
  if (now < appointment.ends_at) return 'early'
  return now > getReviewClose(appointment) ? 'closed' : 'open'
}

export function formatWriter(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

export async function getReview(
  ctx: Context,
  input: InputOf<typeof reviews.show>,
): Promise<OutputOf<typeof reviews.show>> {
  return pageOf(ctx, await appointmentOfKey(ctx, input), input.type)
}

async function pageOf(ctx: Context, a: ReviewedAppointment, type: ReviewType): Promise<ReviewPage> {
  const name = type === 'customer' ? a.provider_name : formatWriter(a.customer_name || a.requester.name)
  return {
    type,
    appointmentId: a.id,
    state: getReviewState(a, ctx.now),
    name,
    firstName: name.split(' ')[0] ?? name,
    slug: type === 'customer' ? a.slug : null,
    picture:
      type === 'customer' && a.media_id
        ? presentPicture({ id: a.media_id, alt: a.media_alt ?? '', file: a.media_file }, 'square')
        : createPlaceholder(name),
    event: a.event,
    place: a.place.split(',')[0] ?? a.place,
    eventDate: a.event_date,
    timeZone: a.tz,
    countryCode: a.country_code as CountryCode,
    opensAt: a.ends_at.toISOString(),
    closesAt: getReviewClose(a).toISOString(),
    review: await written(ctx, a, type),
  }
}

async function written(ctx: Context, a: ReviewedAppointment, type: ReviewType): Promise<WrittenReview | null> {
  const row = type === 'customer' ? await findReview(ctx.db, a.id) : await findCustomerReview(ctx.db, a.id)
  if (!row) return null
  const public_ = 'media_ids' in row ? row : null
  const pictures = await listPicturesById(ctx.db, public_?.media_ids ?? [])
  return {
    score: row.score,
    comments: row.comments,
    chips: public_?.chips ?? [],
    hairTags: (public_?.hair_tags ?? []) as LookTag[],
    pictures: pictures.map((media) => presentPicture(media, 'tall')),
    createdAt: row.created_at.toISOString(),
    editUntil: editUntil(row.created_at).toISOString(),
    editable: ctx.now <= editUntil(row.created_at) && !public_?.hidden_at,
    removedReason: public_?.hidden_reason ?? null,
  }
}

type Posted = InputOf<typeof reviews.post>

/** Works once, within 90 days after the appointment's end. */
export async function postReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.post>> {
  const appointment = await appointmentOfKey(ctx, input)
  if (input.type === 'customer') await assertNotOwnProfile(ctx, appointment.provider_id, appointment.requester.email)
  assertKnownChips(input)
  if (input.type === 'customer') assertNoContactDetails(input.comments, 'comments')
  const state = getReviewState(appointment, ctx.now)
  if (state === 'early') throw new Refusal('review_early', { detail: { opensAt: appointment.ends_at.toISOString() } })
  if (state === 'closed') throw new Refusal('review_closed')
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    if (input.type === 'customer') await postPublic(inner, sender, appointment, input)
    else await postPrivate(inner, appointment, input)
    return pageOf(inner, appointment, input.type)
  })
}

async function postPublic(
  ctx: Context,
  sender: Sender,
  a: ReviewedAppointment,
  { score, comments, chips, hairTags, pictures }: Posted,
): Promise<void> {
  const author = formatWriter(a.customer_name || a.requester.name)
  const media = await savePictures(ctx, a, pictures, [])
  const review = await insertReview(ctx.db, {
    provider_id: a.provider_id,
    appointment_id: a.id,
    account_id: a.account_id,
    author,
    category_id: a.category_id,
    event: a.event,
    score,
    comments,
    chips,
    hair_tags: hairTags,
    media_ids: media,
    created_at: ctx.now,
  })
  if (!review) throw new Refusal('state_changed')
  await notifyProviderOfReview(ctx, sender, a, review)
}

async function postPrivate(ctx: Context, a: ReviewedAppointment, input: Posted): Promise<void> {
  const kept = await insertCustomerReview(ctx.db, {
    appointment_id: a.id,
    provider_id: a.provider_id,
    account_id: a.account_id,
    score: input.score,
    comments: joinChips(input),
    created_at: ctx.now,
  })
  if (!kept) throw new Refusal('state_changed')
}

export function assertKnownChips({ type, chips }: Pick<Posted, 'type' | 'chips'>): void {
  const known: readonly string[] = reviewChips[type]
  if (chips.some((chip) => !known.includes(chip))) throw createFieldRefusal('invalid_input', 'chips')
}

/** Internal feedback: selected chips before the text. */
const joinChips = ({ chips, comments }: Posted): string => [chips.join(', '), comments].filter(Boolean).join('\n')

async function savePictures(
  ctx: Context,
  a: ReviewedAppointment,
  wanted: readonly string[],
  before: readonly number[],
): Promise<number[]> {
  const standing = await listPicturesById(ctx.db, before)
  const own = { ...ctx, viewer: { ...ctx.viewer, accountId: a.account_id } }
  const ids: number[] = []
  for (const file of new Set(wanted)) {
    const known = standing.find((picture) => picture.file === file)
    if (known) ids.push(Number(known.id))
    else {
      const upload = await uploadOf(own, file)
      ids.push(
        await insertReviewPicture(ctx.db, {
          alt: truncate(`Picture of ${a.provider_name}'s work, ${a.event}`, 200),
          file: getFileUrl(upload),
          upload_id: upload.id,
          width: upload.width,
          height: upload.height,
          created_at: ctx.now,
          consent_at: ctx.now,
        }),
      )
      await claimUpload(ctx, upload.id)
    }
  }
  const gone = standing.filter(({ id }) => !ids.includes(Number(id)))
  await deleteReviewPictures(
    ctx.db,
    gone.map(({ id }) => Number(id)),
  )
  for (const { upload_id } of gone) if (upload_id) await discardUpload(ctx, upload_id)
  return ids
}

export async function changeReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.change>> {
  const appointment = await appointmentOfKey(ctx, input)
  if (input.type === 'customer') await assertNotOwnProfile(ctx, appointment.provider_id, appointment.requester.email)
  assertKnownChips(input)
  if (input.type === 'customer') assertNoContactDetails(input.comments, 'comments')
  return ctx.idempotent(async (inner) => {
    const { score, comments, chips, hairTags } = input
    const row =
      input.type === 'customer'
        ? await findReview(inner.db, appointment.id)
        : await findCustomerReview(inner.db, appointment.id)
    if (!row) throw new Refusal('not_found')
    const shown = 'media_ids' in row ? row : null
    if (inner.now > editUntil(row.created_at) || shown?.hidden_at) throw new Refusal('edit_ended')
    if (shown) {
      const media = await savePictures(inner, appointment, input.pictures, shown.media_ids)
      await updateReview(inner.db, row.id, {
        score,
        comments,
        chips,
        hair_tags: hairTags,
        media_ids: media,
        edited_at: inner.now,
      })
    } else await updateCustomerReview(inner.db, row.id, { score, comments: joinChips(input), edited_at: inner.now })
    return pageOf(inner, appointment, input.type)
  })
}

/** Runs in the publishing transaction. */
export async function notifyProviderOfReview(
  ctx: Context,
  sender: Sender,
  a: ReviewedAppointment,
  { id, author, score, comments }: Pick<ReviewRow, 'id' | 'author' | 'score' | 'comments'>,
): Promise<void> {
  if (!a.provider_email || !a.provider_account) return
  await announceEvent(ctx, { to: [`account:${a.provider_account}`], kind: 'review.new', ref: String(id) })
  await notify(ctx, sender, {
    kind: 'review.new',
    to: { email: a.provider_email, name: a.owner_name, accountId: a.provider_account, country: a.provider_country },
    path: '/dashboard/reviews',
    fact: `review.new ${id}`,
    values: {
      name: author,
      score: String(score),
      firstLine: comments.split('\n')[0] ?? '',
      comments,
      date: formatDate(a.event_date, (a.provider_country ?? a.country_code) as Country, ctx.now.getUTCFullYear()),
    },
  })
}

const MOST_OPEN = 20

/** Repeated reports notify once. */
export async function reportReview(
  ctx: Context,
  { reviewId, reason }: InputOf<typeof reviews.report>,
): Promise<OutputOf<typeof reviews.report>> {
  await saveReviewReport(ctx, { review_id: reviewId }, reason, async (tx) => {
    const review = await lockReview(tx.db, reviewId)
    if (!review || review.hidden_at) throw new Refusal('not_found')
  })
  return { reported: true }
}

/** Saves a report of locked content, and notifies support of the first pending one. */
export async function saveReviewReport(
  ctx: Context,
  of: ReportSubject,
  reason: string,
  hold: (tx: Context) => Promise<void>,
): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (inner) => {
    await hold(inner)
    const waiting = await openReports(inner.db, of)
    if (waiting >= MOST_OPEN) return
    await insertReviewReport(inner.db, { ...of, by_account: inner.viewer.accountId, reason, created_at: inner.now })
    if (waiting > 0) return
    const subject = 'review_id' in of ? of.review_id : of.outside_id
    for (const { id, email, name, country_code: country } of await listOperators(inner.db)) {
      await notify(inner, sender, {
        kind: 'op.review.reported',
        to: { email, name, country, accountId: id },
        values: { reason },
        path: '/operator/reports',
        fact: `op.review.reported ${subject} ${id} ${inner.now.toISOString().slice(0, 13)}`,
      })
    }
  })
}

/** Returns the review's owner. Runs in the operator's transaction. */
export async function moderateReview(
  ctx: Context,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<{ accountId: string | null; providerId: string; createdAt: Date }> {
  const review = await lockReview(ctx.db, reviewId)
  if (!review) throw new Refusal('not_found')
  if ((review.hidden_at === null) === shown) throw new Refusal('state_changed')
  await setReviewHidden(ctx.db, reviewId, shown ? null : { at: ctx.now, reason, by: ctx.viewer.accountId ?? '' })
  await recordAudit(ctx, {
    act: shown ? 'review.restore' : 'review.remove',
    subject: { kind: 'review', id: String(reviewId), name: review.author },
    before: { shown: !shown },
    after: { shown },
    reason,
  })
  return { accountId: review.account_id, providerId: review.provider_id, createdAt: review.created_at }
}

/** The key replaces sign-in. Must not run inside a transaction. */
export async function getReviewPath(
  ctx: Pick<Context, 'database' | 'env'>,
  appointmentId: string,
  type: ReviewType,
): Promise<string> {
  return `/review/${appointmentId}/${type}/${await signActKey(ctx.database, ctx.env, { act: 'review', subject: appointmentId, side: type })}`
}

/** Throws if the key is for another appointment or side, or the appointment did not take place. */
async function appointmentOfKey(
  ctx: Context,
  { appointmentId, type, key }: { appointmentId: string; type: ReviewType; key: string },
): Promise<ReviewedAppointment> {
  const opens = await readActKey(ctx.database, ctx.env, 'review', key)
  if (opens?.subject !== appointmentId || opens.side !== type) throw new Refusal('not_found')
  const appointment = await findReviewedAppointment(ctx.db, appointmentId)
  if (!appointment || !canReview(appointment, type)) throw new Refusal('not_found')
  return appointment
}

/** False for a cancelled appointment, and for a side that was absent. */
export const canReview = (
  { state, no_show_of }: Pick<ReviewedAppointment, 'state' | 'no_show_of'>,
  type: ReviewType,
): boolean => state !== 'cancelled' && no_show_of !== type
