import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { socialPhotos } from '#contract/providers/social-photos.ts'
import { socialPhotos as askService } from '#server/gateways/social-photos/social-photos.ts'
import type { Context } from '#server/platform/context.ts'
import { albumPhotosOf, providerOfSocialName } from './own-queries.ts'
import { pictureOf } from '#server/providers/picture.ts'
import { providerOfAccount } from '#server/providers/queries.ts'

const aName = /^[A-Za-z0-9._]{1,30}$/

/** The newest pictures of a social name; without a service, those of the albums of whoever has that name, or of the caller. */
export async function listSocialPhotos(
  ctx: Context,
  { path, count }: InputOf<typeof socialPhotos.list>,
): Promise<OutputOf<typeof socialPhotos.list>> {
  const name = path.replace(/^@/, '')
  const found = aName.test(name) ? await askService(ctx.env, name, count) : ctx.env.SOCIAL_PHOTOS_URL ? [] : null
  if (found) return { photos: found.map(({ src, alt }) => ({ src, alt })), connected: true }
  const known = aName.test(name) ? await providerOfSocialName(ctx.db, name) : undefined
  const own = ctx.viewer.accountId ? await providerOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  const provider = known ?? own
  const photos = provider ? await albumPhotosOf(ctx.db, provider.id, count) : []
  return { photos: photos.map((media) => pictureOf(media, 'square')), connected: false }
}
