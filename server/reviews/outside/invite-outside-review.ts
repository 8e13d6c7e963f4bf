import { createHash } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import { type outsideReviews, outsideLimits } from '#contract/reviews/outside.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockProvider, ownProvider } from '#server/providers/index.ts'
import { askedSoFar, insertInvitation } from './outside-queries.ts'
import { presentInvitation } from './list-outside-invitations.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

const DAY_MS = 86_400_000
const hashOf = (address: string): Buffer => createHash('sha256').update(emailKey(address)).digest()

/** Asks somebody by mail about work done elsewhere: no address twice, so many a day, and nobody by many artists at once. */
export async function inviteOutsideReview(
  ctx: Context,
  { name, email, work }: InputOf<typeof outsideReviews.invite>,
): Promise<OutputOf<typeof outsideReviews.invite>> {
  // What goes into a mail of ours to somebody is no place for an address of somebody else's.
  for (const [field, text] of Object.entries({ name, work }))
    if (holdsContact(text)) throw refuseField('contact_details', field)
  const { id: providerId, name: artist, account_id: accountId, country_code: country } = await ownProvider(ctx)
  const sender = await senderOf(ctx)
  // Reckoned before the transaction: the embedded database has one connection.
  const keyOf = (id: string) => openingKey(ctx.database, ctx.env, 'praise', id)
  await keyOf(providerId)
  return ctx.once(async (tx) => {
    // Held, so that of many at once no more go out than may.
    await lockProvider(tx.db, accountId ?? '')
    const own = accountId ? await findAccount(tx.db, accountId) : undefined
    if (own && emailKey(own.email) === emailKey(email)) throw refuseField('own_profile', 'email')
    const addressHash = hashOf(email)
    const ago = (days: number) => new Date(tx.now.getTime() - days * DAY_MS)
    const asked = await askedSoFar(tx.db, { providerId, addressHash, day: ago(1), month: ago(30) })
    if (asked.today >= outsideLimits.aDay || asked.all >= outsideLimits.inAll) throw new Refusal('too_many_invitations')
    const row = await insertInvitation(tx.db, {
      provider_id: providerId,
      address_hash: addressHash,
      name,
      work,
      invited_at: tx.now,
    })
    if (!row) throw refuseField('already_invited', 'email')
    // Whoever is asked by many hears no more of it; that stays between them and us.
    if (asked.ofAddress < outsideLimits.ofAddress)
      await notify(tx, sender, {
        kind: 'review.invite.outside',
        to: { email, name, country },
        values: { name: artist, event: work },
        path: `/praise/${await keyOf(row.id)}`,
      })
    return { invitation: presentInvitation(row) }
  })
}
