import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { providers, Review } from '#contract/providers/providers.ts'
import { weighedScores } from '#contract/reviews/party-weights.ts'
import type { Db } from '#db/database.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { fileUrlOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Media, pictureOf } from './picture.ts'
import {
  beforeAfterOf,
  fetchReviewsOfProvider,
  findProvider,
  picturesOf,
  reviewOfAppointment,
  reviewsOfParties,
  scoresOf,
} from './queries.ts'

type Row = Awaited<ReturnType<typeof fetchReviewsOfProvider>>['rows'][number]

/** A provider's reviews, newest first, that of the named appointment before all; totals and histogram are of all of them. */
export async function listTestimonials(
  ctx: Context,
  input: InputOf<typeof providers.testimonials>,
): Promise<OutputOf<typeof providers.testimonials>> {
  const db = ctx.reads
  const provider = await findProvider(db, input.profileId, ['approved', 'paused'])
  ctx.about(`artist:${provider?.slug ?? input.profileId}`)
  if (!provider) throw new Refusal('not_found')
  const category =
    input.categorySlug === undefined ? null : (await catalogOf(ctx.database)).categories.get(input.categorySlug)
  if (category === undefined) throw new Refusal('unknown_category')
  const categoryId = category?.id ?? null

  const scores = await scoresOf(db, provider.id, categoryId)
  const own = input.appointmentId ? await reviewOfAppointment(db, provider.id, input.appointmentId) : undefined
  const { rows: page, nextCursor } = await fetchReviewsOfProvider(db, {
    providerId: provider.id,
    categoryId,
    score: input.score ?? null,
    cursor: input.cursor,
    size: input.limit,
  })
  const rest = page.filter((row) => row.id !== own?.id && (row.party === null || row.party !== own?.party))
  const heads = own && !input.cursor ? [own, ...rest] : rest
  const parties = await partiesOf(db, provider.id, heads)
  // A party stands together, at the place of its newest; of one score each stands for itself.
  const rows = input.score ? heads : heads.flatMap((row) => (row.party && parties.get(row.party)) || [row])
  const pictures = await picturesOf(
    db,
    rows.flatMap((row) => [...row.media_ids, ...(row.author_media_id ? [row.author_media_id] : [])]),
  )
  const pairs = await beforeAfterOf(db, [...new Set(rows.flatMap(({ party }) => party ?? []))])
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))

  return {
    reviews: rows.map((row) => ({
      ...present(row, provider.name, byId),
      party: partyOf(row, (row.party && parties.get(row.party)) || [row]),
      beforeAfter: pairOf(row, pairs),
    })),
    ...weighedScores(scores),
    nextCursor,
  }
}

/** Whole parties by their booking, of those rows that share one. */
async function partiesOf(db: Db, providerId: string, rows: readonly Row[]): Promise<Map<string, Row[]>> {
  const shared = rows.flatMap(({ party, weight }) => (party && weight < 100 ? [party] : []))
  return Map.groupBy(await reviewsOfParties(db, providerId, [...new Set(shared)]), ({ party }) => party as string)
}

/** Who of a party wrote, and among how many; null of whoever booked and wrote alone. */
function partyOf(row: Row, all: readonly Row[]): Review['party'] {
  if (row.guest_id === null && all.length === 1) return null
  return {
    // Named by a review of it: which booking it was is nobody's business.
    group: String(all[0]?.id ?? row.id),
    guest: row.guest_id !== null,
    role: row.guest_role,
    services: row.services,
    of: all.length,
  }
}

/** The pictures of whoever wrote it, where they have said yes. */
function pairOf(row: Row, pairs: Awaited<ReturnType<typeof beforeAfterOf>>): Review['beforeAfter'] {
  const pair = pairs.find(({ appointment_id, guest_id }) => appointment_id === row.party && guest_id === row.guest_id)
  if (!pair) return null
  const src = (id: string, folder: string, thumbhash: string) => fileUrlOf({ id, folder, thumbhash })
  return {
    before: { src: src(pair.before_id, pair.before_folder, pair.before_hash), alt: 'Before' },
    after: { src: src(pair.after_id, pair.after_folder, pair.after_hash), alt: 'After' },
  }
}

function present(
  row: Row,
  providerName: string,
  pictures: ReadonlyMap<number, Media>,
): Omit<Review, 'party' | 'beforeAfter'> {
  const picture = (id: number | null) => (id === null ? undefined : pictures.get(id))
  const avatar = picture(row.author_media_id)
  return {
    _id: String(row.id),
    name: row.author,
    avatar: avatar ? pictureOf(avatar, 'square') : null,
    date: row.created_at.toISOString(),
    rating: row.score,
    event: row.event,
    comments: row.comments,
    hairTags: row.hair_tags as LookTag[],
    media: row.media_ids.flatMap((id) => picture(id) ?? []).map((media) => pictureOf(media, 'tall')),
    counted: row.counted,
    reply: row.reply
      ? { name: providerName, date: (row.replied_at ?? row.created_at).toISOString(), comments: row.reply }
      : null,
  }
}
