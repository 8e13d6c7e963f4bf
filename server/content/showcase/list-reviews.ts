import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { markets } from '#contract/format.ts'
import type { showcase } from '#contract/content/showcase.ts'
import { weighedScores } from '#contract/reviews/party-weights.ts'
import type { CountryCode } from '#contract/values.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { pictureOf, picturesOf } from '#server/providers/index.ts'
import { kept } from '#server/content/city/kept.ts'
import { newestReviews, type ReviewFilter, type ReviewRow, reviewedCities, scoresOf } from './showcase-queries.ts'
import { varied } from './varied.ts'

type Reviews = OutputOf<typeof showcase.reviews>

const page = 24
const citiesToChoose = 100
/** So many are read for one that is shown: on one page nothing is said twice. */
const readFor = 4

/** Reviews of the whole market, newest first, nothing said twice on a page and not only five stars in front; none is hidden for its score. */
export async function listReviews(
  ctx: Context,
  { score, place, category, pages }: InputOf<typeof showcase.reviews>,
): Promise<Reviews> {
  const categories = [...(await catalogOf(ctx.database)).categories.values()]
  const [country = null, city = null] = place ? [place.slice(0, 2), place.slice(3)] : []
  const filter = {
    score: score ?? null,
    country,
    city,
    categoryId: categories.find(({ slug }) => slug === category)?.id ?? null,
  }
  const places = await kept(ctx, 'reviewed cities', async (ctx) => {
    ctx.about('any:provider')
    return (await reviewedCities(ctx.reads, citiesToChoose)).map((row) => ({
      value: `${row.country_code}:${row.city}`,
      label: `${row.city}, ${markets[row.country_code as CountryCode].name}`,
    }))
  })
  const found = await kept(ctx, `reviews ${JSON.stringify(filter)} ${pages}`, (ctx) => find(ctx, filter, pages))
  return { ...found, places, categories: categories.map(({ slug, label }) => ({ value: slug, label })) }
}

async function find(
  ctx: Context,
  filter: ReviewFilter,
  pages: number,
): Promise<Omit<Reviews, 'places' | 'categories'>> {
  ctx.about('any:reviews', 'any:provider')
  const db = ctx.reads
  const scores = weighedScores(await scoresOf(db, filter))
  const rows = varied(await newestReviews(db, filter, readFor * page * pages + 1), page)
  const shown = rows.slice(0, page * pages)
  const pictures = await picturesOf(
    db,
    shown.flatMap(({ media_ids }) => media_ids),
  )
  return { ...scores, more: rows.length > shown.length, reviews: shown.map((row) => reviewOf(row, pictures)) }
}

const reviewOf = (
  {
    id,
    author,
    score,
    media_ids,
    artist,
    slug,
    area,
    reply,
    replied,
    guest,
    guest_role: role,
    of,
    group,
    ...row
  }: ReviewRow,
  pictures: Awaited<ReturnType<typeof picturesOf>>,
) => ({
  _id: String(id),
  name: author,
  rating: score,
  date: row.date,
  event: row.event,
  comments: row.comments,
  artist: { name: artist, slug, area },
  media: media_ids
    .flatMap((mediaId) => pictures.find((picture) => picture.id === mediaId) ?? [])
    .map((media) => pictureOf(media, 'tall')),
  reply: reply ? { date: replied ?? row.date, comments: reply } : null,
  party: guest || of > 1 ? { group, guest, role, of } : null,
})
