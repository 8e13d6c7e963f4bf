import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { textCheck } from '#server/providers/own-words/text-check.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets the caller's bio; contact details and banned words are kept out of it. */
export const setBio = (ctx: Context, { bio }: InputOf<typeof ownProfile.bio>): Promise<Own> =>
  changeOwn(ctx, (tx, row) => putBio(tx, row, bio))

/** The same of a profile that is held. In the caller's transaction. */
export async function putBio(tx: Context, row: ProviderRow, bio: string): Promise<void> {
  const check = await textCheck(tx.db, row.country_code)
  check(bio, 'bio')
  await updateProvider(tx.db, row.id, { bio })
}
