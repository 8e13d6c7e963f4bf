import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { GalleryLook, GalleryTexture, showcase } from '#contract/content/showcase.ts'
import { apart } from '#contract/pictures/drawn.ts'
import type { Context } from '#server/platform/context.ts'
import { pictureOf } from '#server/providers/index.ts'
import { kept } from '#server/content/city/kept.ts'
import { type GalleryRow, galleryPictures } from './showcase-queries.ts'
import { spread } from './spread.ts'

const page = 48
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
// Every photograph is of its own.
const subjectOf = ({ id, file, kind }: GalleryRow): string => (file || !kind ? String(id) : kind)
const everything = Object.values(looks).flat()

/** Pictures by look, texture and tone; a texture says more than the look it belongs to. */
export const listGallery = (
  ctx: Context,
  { look, texture, tone, pages }: InputOf<typeof showcase.gallery>,
): Promise<OutputOf<typeof showcase.gallery>> => {
  const kinds = texture ? textures[texture] : look ? looks[look] : tone ? everything : null
  return kept(ctx, `gallery ${kinds?.join() ?? ''} ${tone ?? ''} ${pages}`, async (ctx) => {
    ctx.about('any:pictures', 'any:provider')
    const rows = await galleryPictures(ctx.reads, kinds, tone ?? null, page * pages + 1)
    return {
      pictures: apart(
        spread(rows.slice(0, page * pages), subjectOf, page).map(({ name, slug, area, tags, ...media }) => ({
          ...pictureOf(media, 'tall'),
          tags,
          artist: { name, slug, area },
        })),
      ),
      more: rows.length > page * pages,
    }
  })
}
