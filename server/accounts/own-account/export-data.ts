import type { account as own } from '#contract/accounts/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import { everythingAbout, saveExport } from './own-data-queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'

const KEPT_DAYS = 3

/** Writes a copy of all that is kept about the caller, to be fetched for three days, and says so by mail. */
export async function exportData(ctx: Context): Promise<OutputOf<typeof own.exportMine>> {
  const account = await callerAccount(ctx)
  const sender = await senderOf(ctx)
  const expiresAt = new Date(ctx.now.getTime() + KEPT_DAYS * 86_400_000)
  return ctx.once(async (inner) => {
    const everything = await everythingAbout(inner.db, account.id)
    const { id } = await saveExport(inner.db, {
      account_id: account.id,
      body: JSON.stringify(everything),
      created_at: inner.now,
      ready_at: inner.now,
      expires_at: expiresAt,
    })
    const values = { dateTime: momentOf(expiresAt, account.country_code) }
    await notify(inner, sender, {
      kind: 'export.ready',
      to: addressOf(account),
      values,
      path: '/customer-dashboard/account#export',
    })
    return { id, readyAt: inner.now.toISOString(), expiresAt: expiresAt.toISOString() }
  })
}
