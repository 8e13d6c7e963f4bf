import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownColleagues } from '#contract/providers/colleagues.ts'
import { findAccount } from '#server/accounts/door.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { insertColleague, naming, setDeclined } from './colleague-queries.ts'
import { listColleagues } from './list-colleagues.ts'
import { isLive, withColleague } from './with-colleague.ts'

/** Says that the caller works with another artist: who has named the caller before works with them from then on, anybody else is asked once. */
export async function nameColleague(
  ctx: Context,
  { artist }: InputOf<typeof ownColleagues.name>,
): Promise<OutputOf<typeof ownColleagues.name>> {
  const sender = await senderOf(ctx)
  await withColleague(ctx, slugIn(artist), async (tx, own, other) => {
    if (!isLive(own)) throw new Refusal('not_live')
    if (!other || !isLive(other)) throw refuseField('unknown_artist', 'artist')
    if (other.id === own.id) throw refuseField('own_profile', 'artist')
    if (await naming(tx.db, own.id, other.id)) return null
    const asks = await naming(tx.db, other.id, own.id)
    if (!(await insertColleague(tx.db, own.id, other.id, tx.now))) throw refuseField('too_many_colleagues', 'artist')
    // Whoever said no and names them now has thought again.
    if (asks?.declined_at) await setDeclined(tx.db, { by: own.id, of: other.id, at: null })
    const account = other.account_id ? await findAccount(tx.db, other.account_id) : undefined
    if (account)
      await notify(tx, sender, {
        kind: asks ? 'colleague.together' : 'colleague.asks',
        to: { email: account.email, name: account.name, accountId: account.id, country: other.country_code },
        values: { name: own.name },
        path: '/dashboard/profile#colleagues',
        // What is taken back and asked again is no second mail.
        fact: `colleague ${asks ? 'together' : 'asks'} ${own.id} ${other.id}`,
      })
    return { named: true }
  })
  return listColleagues(ctx)
}

/** The last part of the address of an artist's page, or what was written where there is no address in it. */
function slugIn(text: string): string {
  const found = text.match(/@\/([^/?#\s]+)/)
  return (found?.[1] ?? text.replace(/^@/, '')).trim().toLowerCase()
}
