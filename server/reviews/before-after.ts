import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { beforeAfter, BeforeAfter, providerBeforeAfter, PersonPictures } from '#contract/reviews/before-after.ts'
import { getPartyPeople, getPersonByKey } from '#server/party/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type ReviewedAppointment, findReviewedAppointment } from './reviews.queries.ts'
import { canReview, formatWriter } from './reviews.ts'
import {
  deletePair,
  lockPairRow,
  insertPair,
  insertWord,
  findPair,
  type PairRow,
  listPairs,
  publishPair,
  listPairConsents,
} from './before-after.queries.ts'
import { beforeAfterConsent, formatConsent } from '#contract/reviews/before-after-consent.ts'
import type { CountryCode, Picture } from '#contract/values.ts'
import { claimUpload, getFileUrl, removeUpload, uploadOf } from '#server/pictures/index.ts'
import { readActKey } from '#server/platform/http/act-key.ts'
import { removeFromAlbum, addToAlbum } from '#server/providers/index.ts'

type People = OutputOf<typeof providerBeforeAfter.list>['people']

export async function listPictured(
  ctx: Context,
  { appointmentId }: InputOf<typeof providerBeforeAfter.list>,
): Promise<OutputOf<typeof providerBeforeAfter.list>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  return { people: await peopleOf(ctx, a, guests) }
}

type Guests = Awaited<ReturnType<typeof getPartyPeople>>

async function pictured(ctx: Context, appointmentId: string): Promise<{ a: ReviewedAppointment; guests: Guests }> {
  const guests = await getPartyPeople(ctx, appointmentId)
  const a = await findReviewedAppointment(ctx.db, appointmentId)
  if (!a || !canReview(a, 'customer')) throw new Refusal('not_found')
  return { a, guests }
}

async function peopleOf(ctx: Context, a: ReviewedAppointment, guests: Guests): Promise<People> {
  const rows = await listPairs(ctx.db, a.id)
  const pairFor = (guestId: string | null) => {
    const row = rows.find(({ guest_id }) => guest_id === guestId)
    return row ? presentPair(row) : null
  }
  return [
    { guestId: null, name: formatWriter(a.customer_name || a.requester.name), pair: pairFor(null) },
    ...guests.map(({ guestId, name, person }) => ({
      guestId,
      name: name || `Person ${person}`,
      pair: pairFor(guestId),
    })),
  ]
}

type Said = PersonPictures['said'][number]['said']

export async function getGuestPictures(
  ctx: Context,
  { key }: InputOf<typeof beforeAfter.show>,
): Promise<OutputOf<typeof beforeAfter.show>> {
  const { a, guestId } = await picturedByKey(ctx, key)
  return picturesOfPerson(ctx, a, guestId)
}

async function picturesOfPerson(ctx: Context, a: ReviewedAppointment, guestId: string | null): Promise<PersonPictures> {
  const whose = { appointmentId: a.id, guestId }
  const pair = await findPair(ctx.db, whose)
  const yes = formatConsent(a.provider_name, false)
  return {
    provider: a.provider_name,
    countryCode: a.country_code as CountryCode,
    pair: pair ? presentPair(pair) : null,
    consent: {
      version: beforeAfterConsent.version,
      yes,
      gallery: formatConsent(a.provider_name, true).slice(yes.length).trim(),
    },
    said: (await listPairConsents(ctx.db, whose)).map(({ said, at }) => ({ said: said as Said, at: at.toISOString() })),
  }
}

const presentPair = (row: PairRow): BeforeAfter => ({
  id: row.id,
  before: pictureOf('Before', { id: row.before_upload, folder: row.before_folder, thumbhash: row.before_hash }),
  after: pictureOf('After', { id: row.after_upload, folder: row.after_folder, thumbhash: row.after_hash }),
  addedBy: row.added_by as BeforeAfter['addedBy'],
  yes:
    row.yes_id !== null && row.said_at
      ? {
          at: row.said_at.toISOString(),
          version: row.version ?? 1,
          words: row.words ?? '',
          gallery: row.said === 'gallery',
        }
      : null,
})

const pictureOf = (alt: string, upload: Parameters<typeof getFileUrl>[0]): Picture => ({ src: getFileUrl(upload), alt })

const GUEST_KEY = 40

/** Returns the person of a guest or review link. Must not run inside a transaction. */
async function picturedByKey(ctx: Context, key: string): Promise<{ a: ReviewedAppointment; guestId: string | null }> {
  const { appointmentId, guestId } = await resolvePairKey(ctx, key)
  const a = await findReviewedAppointment(ctx.db, appointmentId)
  if (!a || !canReview(a, 'customer')) throw new Refusal('not_found')
  return { a, guestId }
}

async function resolvePairKey(ctx: Context, key: string): Promise<{ appointmentId: string; guestId: string | null }> {
  if (key.length === GUEST_KEY) return getPersonByKey(ctx, key)
  const opens = await readActKey(ctx.database, ctx.env, 'review', key)
  if (opens?.side !== 'customer') throw new Refusal('not_found')
  return { appointmentId: opens.subject, guestId: null }
}

export async function addOwnPictures(
  ctx: Context,
  { key, before, after }: InputOf<typeof beforeAfter.add>,
): Promise<OutputOf<typeof beforeAfter.add>> {
  const { a, guestId } = await picturedByKey(ctx, key)
  return ctx.transaction(async (tx) => {
    await savePair(tx, a, { before, after, guestId, by: 'person', accountId: a.account_id })
    return picturesOfPerson(tx, a, guestId)
  })
}

export async function addPicturesOf(
  ctx: Context,
  { appointmentId, guestId, before, after }: InputOf<typeof providerBeforeAfter.add>,
): Promise<OutputOf<typeof providerBeforeAfter.add>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  if (guestId !== null && !guests.some((of) => of.guestId === guestId)) throw new Refusal('not_found')
  return ctx.transaction(async (tx) => {
    await savePair(tx, a, { before, after, guestId, by: 'provider', accountId: tx.viewer.accountId })
    return { people: await peopleOf(tx, a, guests) }
  })
}

interface NewPair {
  before: string
  after: string
  guestId: string | null
  by: 'provider' | 'person'
  accountId: string | null
}

/** The pictures are visible to both sides only. Runs in the caller's transaction. */
async function savePair(
  tx: Context,
  a: ReviewedAppointment,
  { before, after, guestId, by, accountId }: NewPair,
): Promise<void> {
  if (tx.now < a.ends_at) throw new Refusal('review_early', { detail: { opensAt: a.ends_at.toISOString() } })
  const own = { ...tx, viewer: { ...tx.viewer, accountId } }
  const found = { ofPair: true }
  const [first, second] = [await uploadOf(own, before, found), await uploadOf(own, after, found)]
  if (first.id === second.id || first.used_at || second.used_at) throw new Refusal('not_found')
  const kept = await insertPair(tx.db, {
    appointment_id: a.id,
    provider_id: a.provider_id,
    guest_id: guestId,
    before_upload: first.id,
    after_upload: second.id,
    added_by: by,
    added_at: tx.now,
  })
  if (!kept) throw new Refusal('state_changed')
  for (const { id } of [first, second]) await claimUpload(tx, id)
}

type Answer = InputOf<typeof beforeAfter.answer>
type Pair = NonNullable<Awaited<ReturnType<typeof lockPairRow>>>

/** A refusal or withdrawal deletes the pictures from pages, albums and storage at once. */
export async function answerOwnPictures(ctx: Context, answer: Answer): Promise<OutputOf<typeof beforeAfter.answer>> {
  const { a, guestId } = await picturedByKey(ctx, answer.key)
  // Consent is valid only for the current wording.
  if (answer.yes && answer.version !== beforeAfterConsent.version) throw new Refusal('state_changed')
  const { shown, gone } = await ctx.transaction(async (tx) => {
    const pair = await lockPairRow(tx.db, { appointmentId: a.id, guestId })
    if (!pair) throw new Refusal('not_found')
    // The pictures may have been replaced since the person saw them.
    if (answer.yes && answer.pairId !== pair.id) throw new Refusal('state_changed')
    const gone = answer.yes ? await consentToPair(tx, a, pair, answer) : await refusePair(tx, a, pair)
    return { shown: await picturesOfPerson(tx, a, guestId), gone }
  })
  for (const id of gone) await removeUpload(ctx, id)
  return shown
}

async function consentToPair(tx: Context, a: ReviewedAppointment, pair: Pair, { gallery }: Answer): Promise<string[]> {
  const { id } = await insertWord(tx.db, {
    ...getPairSubject(pair),
    said: gallery ? 'gallery' : 'yes',
    version: beforeAfterConsent.version,
    words: formatConsent(a.provider_name, gallery),
    at: tx.now,
  })
  const standing = [pair.before_media, pair.after_media].flatMap((media) => media ?? [])
  if (!gallery) {
    await publishPair(tx.db, pair.id, { yes_id: id, before_media: null, after_media: null })
    await removeFromAlbum(tx, a.provider_id, standing)
    return []
  }
  await publishPair(tx.db, pair.id, { yes_id: id, before_media: pair.before_media, after_media: pair.after_media })
  if (standing.length > 0) return []
  const media = await addToAlbum(tx, a.provider_id, 'Before and after', [
    { uploadId: pair.before_upload, alt: `Before, ${a.event || 'an appointment'}` },
    { uploadId: pair.after_upload, alt: `After, ${a.event || 'an appointment'}` },
  ])
  // If the artist's albums are full, the pictures are shown with the review only.
  if (media)
    await publishPair(tx.db, pair.id, { yes_id: id, before_media: media[0] ?? null, after_media: media[1] ?? null })
  return []
}

async function refusePair(tx: Context, a: ReviewedAppointment, pair: Pair): Promise<string[]> {
  await insertWord(tx.db, {
    ...getPairSubject(pair),
    said: 'no',
    version: beforeAfterConsent.version,
    words: `I do not agree to two pictures for ${a.provider_name}. They are deleted.`,
    at: tx.now,
  })
  return deletePair(tx.db, pair.id)
}

const getPairSubject = ({ appointment_id, guest_id }: Pair) => ({ appointment_id, guest_id })

export async function removePicturesOf(
  ctx: Context,
  { appointmentId, pairId }: InputOf<typeof providerBeforeAfter.remove>,
): Promise<OutputOf<typeof providerBeforeAfter.remove>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  if (!(await listPairs(ctx.db, a.id)).some(({ id }) => id === pairId)) throw new Refusal('not_found')
  const { people, gone } = await ctx.transaction(async (tx) => {
    const gone = await deletePair(tx.db, pairId)
    return { people: await peopleOf(tx, a, guests), gone }
  })
  for (const id of gone) await removeUpload(ctx, id)
  return { people }
}
