import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { holdsContact } from '#contract/providers/profile-rules.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets the caller's bio; contact details are kept out of it. */
export const setBio = (ctx: Context, { bio }: InputOf<typeof ownProfile.bio>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    if (holdsContact(bio)) throw refuseField('contact_details', 'bio')
    await updateProvider(ctx.db, row.id, { bio })
  })
