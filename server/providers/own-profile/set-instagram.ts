import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { listSocialPhotos } from './list-social-photos.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets the caller's name on Instagram; empty is none, and one that brings no pictures is refused. */
export async function setInstagram(ctx: Context, { handle }: InputOf<typeof ownProfile.instagram>): Promise<Own> {
  if (handle && (await listSocialPhotos(ctx, { path: handle, count: 1 })).photos.length === 0)
    throw refuseField('no_pictures', 'handle')
  return changeOwn(ctx, (ctx, row) => updateProvider(ctx.db, row.id, { instagram: handle || null }).then(() => {}))
}
