import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { makeLink, spendLink } from '#server/accounts/links/one-time-links.ts'
import { eraseAccount } from './erase-queries.ts'
import { bookingAhead, otherOperators } from '#server/accounts/own-account/own-data-queries.ts'
import { type AccountRow, dropLinks } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { provenOwner } from '#server/accounts/links/spend-links.ts'
import { lockOperators } from '#server/accounts/standing-queries.ts'

// For how many years tax law asks for receipts.
const receiptYears: Record<Country, number> = { AU: 5, CA: 6, GB: 6, US: 7 }

/** Mails the link that deletes the caller's account. */
export async function askDelete(ctx: Context): Promise<{ sent: true }> {
  const account = await callerAccount(ctx)
  await refuseWhileNeeded(ctx, account)
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    await dropLinks(inner.db, account.id, 'delete_account', inner.now)
    const { token } = await makeLink(inner, { purpose: 'delete_account', accountId: account.id, email: account.email })
    await notify(inner, sender, {
      kind: 'account.delete.asked',
      to: addressOf(account),
      path: `/verify/delete/${token}`,
    })
  })
  return { sent: true }
}

/** Deletes the account whose link was opened: its person is gone, what the law asks for stays without them. */
export async function confirmDelete(
  ctx: Context,
  { token }: InputOf<typeof own.confirmDelete>,
): Promise<OutputOf<typeof own.confirmDelete>> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (inner) => {
    await lockOperators(inner.db)
    const account = await provenOwner(inner, await spendLink(inner, 'delete_account', token))
    await refuseWhileNeeded(inner, account)
    return { keptUntil: await leaveForGood(inner, sender, account) }
  })
}

/** Deletes an account, tells its person in a last mail and answers until when receipts stay. In a transaction. */
export async function leaveForGood(ctx: Context, sender: Sender, account: AccountRow): Promise<string> {
  const country = (account.country_code as Country | null) ?? 'GB'
  const until = `${ctx.now.getUTCFullYear() + receiptYears[country]}-12-31`
  await endSessions(ctx, account.id)
  await eraseAccount(ctx.db, { id: account.id, email: account.email, now: ctx.now })
  await notify(ctx, sender, {
    kind: 'account.deleted',
    to: { email: account.email, name: account.name, country },
    values: { date: date(until, country) },
  })
  // Without the name: the log must not keep what was asked to be deleted.
  await record(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    { act: 'account.delete', subject: { kind: 'account', id: account.id } },
  )
  return until
}

async function refuseWhileNeeded(ctx: Context, account: AccountRow): Promise<void> {
  const day = await bookingAhead(ctx.db, account.id, ctx.now)
  if (day) throw new Refusal('open_bookings', { detail: { date: day } })
  if (account.roles.includes('operator') && (await otherOperators(ctx.db, account.id)) === 0)
    throw new Refusal('last_operator')
}
