import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets the caller's name on Instagram; empty is none. */
export const setInstagram = (ctx: Context, { handle }: InputOf<typeof ownProfile.instagram>): Promise<Own> =>
  changeOwn(ctx, (ctx, row) => updateProvider(ctx.db, row.id, { instagram: handle || null }).then(() => {}))
