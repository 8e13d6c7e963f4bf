import type { content, GalleryLook, GalleryTexture } from '#contract/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { pictureOf } from '#server/providers/door.ts'
import { kept } from './kept.ts'
import { galleryPictures } from './queries.ts'

const hair = ['updo', 'coils', 'braids', 'waves', 'straight', 'locs', 'braidCrown']
const looks: Record<GalleryLook, readonly string[]> = {
  eyes: ['eye'], lips: ['lips'], nails: ['nails'], hair, mehndi: ['mehndiHand'], kit: ['powder', 'swatches', 'stroke', 'flatLay', 'drape'],
}
const textures: Record<GalleryTexture, readonly string[]> = { straight: ['straight'], waves: ['waves'], coils: ['coils'], braids: ['braids', 'braidCrown'], locs: ['locs'] }

/** Pictures by look, texture and tone; a texture says more than the look it belongs to. */
export const listGallery = (ctx: Context, { look, texture, tone }: InputOf<typeof content.gallery>): Promise<OutputOf<typeof content.gallery>> => {
  const kinds = texture ? textures[texture] : look ? looks[look] : Object.values(looks).flat()
  return kept(ctx, `gallery ${kinds.join()} ${tone ?? ''}`, async (ctx) => {
    ctx.about('any:pictures', 'any:where', 'any:face')
    const rows = await galleryPictures(ctx.database.reads, kinds, tone ?? null, 48)
    return { pictures: rows.map(({ name, slug, area, ...media }) => ({ ...pictureOf(media, 'tall'), artist: { name, slug, area } })) }
  })
}
