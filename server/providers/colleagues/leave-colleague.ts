import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownColleagues } from '#contract/providers/colleagues.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteColleague, naming, setDeclined } from './colleague-queries.ts'
import { listColleagues } from './list-colleagues.ts'
import { withColleague } from './with-colleague.ts'

/** Works with them no more, takes back what was asked, or says no to who asks; they are not told. */
export async function leaveColleague(
  ctx: Context,
  { profileId }: InputOf<typeof ownColleagues.leave>,
): Promise<OutputOf<typeof ownColleagues.leave>> {
  await withColleague(ctx, profileId, async (tx, own) => {
    const mine = await naming(tx.db, own.id, profileId)
    const theirs = await naming(tx.db, profileId, own.id)
    if (!mine && (!theirs || theirs.declined_at)) throw new Refusal('not_found')
    if (mine) await deleteColleague(tx.db, own.id, profileId)
    if (theirs && !theirs.declined_at) await setDeclined(tx.db, { by: own.id, of: profileId, at: tx.now })
    return { named: false }
  })
  return listColleagues(ctx)
}
