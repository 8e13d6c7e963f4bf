import { addEnds, endsText } from '#contract/accounts/ends-text.ts'
import type { Ends } from '#contract/accounts/ends.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { standInsFor } from '#server/accounts/stand-ins/stand-in-queries.ts'
import { dependants } from './dependants.ts'
import { openAsked } from './asked-queries.ts'
import { tellAsked } from './tell-asked.ts'
import { eraseAccount, ownProviderId } from './erase-queries.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'

// For how many years tax law asks for receipts.
const receiptYears: Record<Country, number> = { AU: 5, CA: 6, GB: 6, US: 7 }

/** Deletes an account, tells its person in a last mail and answers until when receipts stay. In a transaction. */
export async function leaveForGood(ctx: Context, sender: Sender, account: AccountRow): Promise<string> {
  const country = (account.country_code as Country | null) ?? 'GB'
  const until = `${ctx.now.getUTCFullYear() + receiptYears[country]}-12-31`
  await endSessions(ctx, account.id)
  const ended = await endDependants(ctx, sender, account)
  const all = [...(await standInsFor(ctx.db, account.id)), account]
  const asked = await openAsked(
    ctx.db,
    all.map(({ id }) => id),
  )
  for (const { id, email } of all) await eraseAccount(ctx.db, { id, email, now: ctx.now })
  await tellAsked(ctx, sender, asked)
  await notify(ctx, sender, {
    kind: 'account.deleted',
    to: { email: account.email, name: account.name, country },
    values: { date: date(until, country), ended: endsText(ended) },
  })
  // Without the name: the log must not keep what was asked to be deleted.
  await record(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    { act: 'account.delete', subject: { kind: 'account', id: account.id } },
  )
  return until
}

// Before anything is erased: the notices name who leaves. Requests of the customer end once that is done, without a name.
async function endDependants(ctx: Context, sender: Sender, { id, email }: AccountRow): Promise<Ends> {
  const providerId = await ownProviderId(ctx.db, id)
  const asArtist =
    providerId === null ? null : await dependants().endForArtist(ctx, sender, { providerId, reason: 'closed' })
  return addEnds(
    await dependants().endForCustomer(ctx, sender, { accountId: id, email, laterRequests: true }),
    asArtist,
  )
}
