import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { GalleryLook, GalleryTexture, showcase } from '#contract/content/showcase.ts'
import { spreadScenes } from '#contract/pictures/drawn.ts'
import type { Context } from '#server/platform/context.ts'
import { createPlaceholder, presentPicture, listPictures } from '#server/providers/index.ts'
import { readMarketFigures, readMarketScores } from './market-figures.ts'
import { getCachedAnswer } from './place-data.ts'
import {
  listGalleryPictures,
  type GalleryRow,
  listNewestReviews,
  type ReviewFilter,
  type ReviewRow,
  listScores,
} from './showcase.queries.ts'
import { markets } from '#contract/format.ts'
import { computeWeighedScores } from '#contract/reviews/party-weights.ts'
import type { CountryCode } from '#contract/values.ts'
import { getCatalog } from '#server/catalog/index.ts'

const galleryPageSize = 48
const hair = ['updo', 'coils', 'braids', 'waves', 'straight', 'locs', 'braidCrown']
const looks: Record<GalleryLook, readonly string[]> = {
  eyes: ['eye'],
  lips: ['lips'],
  nails: ['nails'],
  hair,
  mehndi: ['mehndiHand'],
  kit: ['powder', 'swatches', 'stroke', 'flatLay', 'drape'],
}
const textures: Record<GalleryTexture, readonly string[]> = {
  straight: ['straight'],
  waves: ['waves'],
  coils: ['coils'],
  braids: ['braids', 'braidCrown'],
  locs: ['locs'],
}
// Each photograph is its own subject.
const subjectOf = ({ id, file, kind }: GalleryRow): string => (file || !kind ? String(id) : kind)
const everything = Object.values(looks).flat()

export const listGallery = async (
  ctx: Context,
  { look, texture, tone, place, pages }: InputOf<typeof showcase.gallery>,
): Promise<OutputOf<typeof showcase.gallery>> => {
  const { country, city } = parsePlace(place)
  const kinds = texture ? textures[texture] : look ? looks[look] : tone ? everything : null
  const places = await listCities(ctx)
  const key = `gallery ${kinds?.join() ?? ''} ${tone ?? ''} ${place ?? ''} ${pages}`
  const found = await getCachedAnswer(ctx, key, async (ctx) => {
    ctx.dependsOn('any:pictures', 'any:provider')
    const rows = await listGalleryPictures(
      ctx.reads,
      kinds,
      tone ?? null,
      { country, city },
      galleryPageSize * pages + 1,
    )
    return {
      pictures: spreadScenes(
        spreadSubjects(rows.slice(0, galleryPageSize * pages), subjectOf, galleryPageSize).map(
          ({ name, slug, area, tags, ...media }) => ({
            ...presentPicture(media, 'tall'),
            look: findLook(media),
            tags,
            artist: { name, slug, area },
          }),
        ),
      ),
      more: rows.length > galleryPageSize * pages,
    }
  })
  return { ...found, places }
}

function findLook({ file, kind }: Pick<GalleryRow, 'file' | 'kind'>): GalleryLook | null {
  const found = Object.entries(looks).find(([, kinds]) => !file && kind && kinds.includes(kind))
  return (found?.[0] as GalleryLook | undefined) ?? null
}

const parsePlace = (place: string | undefined) => ({
  country: place?.slice(0, 2) ?? null,
  city: place?.slice(3) ?? null,
})

/** Lists the cities with artists, as options of a filter. */
const listCities = (ctx: Context): Promise<Reviews['places']> =>
  getCachedAnswer(ctx, 'reviewed cities', async (ctx) => {
    ctx.dependsOn('any:provider')
    return (await readMarketFigures(ctx)).cities.map((row) => ({
      value: `${row.country_code}:${row.city}`,
      label: `${row.city}, ${markets[row.country_code as CountryCode].name}`,
    }))
  })

type Reviews = OutputOf<typeof showcase.reviews>

const reviewsPageSize = 10
/** Candidates per review shown, to avoid repetition on a page. */
const readFor = 4

export async function listReviews(
  ctx: Context,
  { score, place, category, pages }: InputOf<typeof showcase.reviews>,
): Promise<Reviews> {
  const categories = [...(await getCatalog(ctx.database)).categories.values()]
  const filter = {
    score: score ?? null,
    ...parsePlace(place),
    categoryId: categories.find(({ slug }) => slug === category)?.id ?? null,
  }
  const places = await listCities(ctx)
  const found = await getCachedAnswer(ctx, `reviews ${JSON.stringify(filter)} ${pages}`, (ctx) =>
    find(ctx, filter, pages),
  )
  return { ...found, places, categories: categories.map(({ slug, label }) => ({ value: slug, label })) }
}

async function find(
  ctx: Context,
  filter: ReviewFilter,
  pages: number,
): Promise<Omit<Reviews, 'places' | 'categories'>> {
  ctx.dependsOn('any:reviews', 'any:provider')
  const db = ctx.reads
  const scores =
    filter.city === null
      ? await readMarketScores(ctx, filter.categoryId)
      : computeWeighedScores(await listScores(db, filter))
  const newest = await listNewestReviews(db, filter, readFor * reviewsPageSize * pages + 1)
  const rows = varyReviews(newest.toSorted(byDay), reviewsPageSize)
  const shown = rows.slice(0, reviewsPageSize * pages)
  const pictures = await listPictures(
    db,
    shown.flatMap(({ media_ids, face_id }) => (face_id === null ? media_ids : [...media_ids, face_id])),
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
    face_id,
    reply,
    replied,
    guest,
    guest_role: role,
    of,
    group,
    ...row
  }: ReviewRow,
  pictures: Awaited<ReturnType<typeof listPictures>>,
) => {
  const face = pictures.find((picture) => picture.id === face_id)
  return {
    _id: String(id),
    name: author,
    rating: score,
    date: row.date,
    event: row.event,
    comments: row.comments,
    artist: { name: artist, slug, area, profileImg: face ? presentPicture(face, 'square') : createPlaceholder(artist) },
    media: media_ids
      .flatMap((mediaId) => pictures.find((picture) => picture.id === mediaId) ?? [])
      .map((media) => presentPicture(media, 'tall')),
    reply: reply ? { date: replied ?? row.date, comments: reply } : null,
    party: guest || of > 1 ? { group, guest, role, of } : null,
  }
}

/** Newest day first; within a day, reviews with pictures first. */
const byDay = (a: ReviewRow, b: ReviewRow): number =>
  b.date.localeCompare(a.date) || Number(b.media_ids.length > 0) - Number(a.media_ids.length > 0)

const reach = 8

/**
 * Orders pictures so that a subject repeats as late as possible, eight pictures apart if there are enough. Earlier
 * pages do not depend on later ones.
 */
export function spreadSubjects<T>(pictures: readonly T[], subjectOf: (picture: T) => string, pageSize: number): T[] {
  const shown: T[] = []
  for (let at = 0; at < pictures.length; at += pageSize) {
    const left = pictures.slice(at, at + pageSize)
    while (left.length > 0) {
      const near = shown.slice(-reach).map(subjectOf)
      // Distance since each subject's last use; ties go to the first.
      const ago = left.map((picture) => near.length - near.lastIndexOf(subjectOf(picture)))
      const never = left.findIndex((picture) => !near.includes(subjectOf(picture)))
      const next = never >= 0 ? never : ago.indexOf(Math.max(...ago))
      shown.push(...left.splice(next, 1))
    }
  }
  return shown
}

type Told = { score: number; comments: string; date?: string }

const fiveInARow = 2
/** Shorter sentences are generic: 'Thank you!' */
const tellingLength = 24

export const splitSentences = (comments: string): string[] =>
  comments.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > tellingLength)

/**
 * Orders reviews by page, newest first. No sentence repeats on a page, and after two five-star reviews a lower one of
 * the same day follows, if there is one.
 */
export function varyReviews<T extends Told>(reviews: readonly T[], pageSize: number): T[] {
  const left = [...reviews]
  const shown: T[] = []
  let told = new Set<string>()
  while (left.length > 0) {
    if (shown.length % pageSize === 0) told = new Set()
    const isNew = ({ comments }: T) => splitSentences(comments).every((sentence) => !told.has(sentence))
    const onlyFive = shown.length >= fiveInARow && shown.slice(-fiveInARow).every(({ score }) => score === 5)
    const fresh = left.filter(isNew)
    const other = onlyFive ? fresh.find(({ score, date }) => score < 5 && date === fresh[0]?.date) : undefined
    const next = other ?? fresh[0]
    if (!next) break
    for (const sentence of splitSentences(next.comments)) told.add(sentence)
    left.splice(left.indexOf(next), 1)
    shown.push(next)
  }
  return shown
}
