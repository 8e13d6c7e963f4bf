import { notify, type Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import { type AccountRow, changeAccount, dropLinks } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'

/** Keeps a new password, ends every other way in that the old one opened, and tells its owner. In the caller's transaction. */
export async function savePassword(
  ctx: Context,
  sender: Sender,
  account: AccountRow,
  password_hash: string,
  except: string | null,
): Promise<void> {
  // Whoever had got in may have asked for another address: that ends with their session.
  await changeAccount(ctx.db, account.id, { password_hash, pending_email: null })
  for (const purpose of ['password_reset', 'magic_link', 'provider_link', 'change_email'])
    await dropLinks(ctx.db, account.id, purpose, ctx.now)
  await endSessions(ctx, account.id, except)
  await notify(ctx, sender, {
    kind: 'password.changed',
    to: addressOf(account),
    values: { dateTime: momentOf(ctx.now, account.country_code) },
    path: '/forgot-password',
  })
  await record(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    { act: 'password.change', subject: { kind: 'account', id: account.id, name: account.name } },
  )
}
