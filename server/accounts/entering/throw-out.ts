import type { Context } from '#server/platform/context.ts'
import { type AccountRow, changeAccount, dropLinks } from '#server/accounts/queries.ts'
import { dropFactors } from '#server/accounts/factors/factor-queries.ts'
import { forgetDevices } from '#server/accounts/sessions/throttle-queries.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { dropCalendarAddresses, dropNumberProofs } from '#server/accounts/stand-ins/stand-in-queries.ts'

/** Takes away whatever was chosen and asked for before an address was proven: password, sessions, the notices of their browsers, links, passkeys and app, known browsers, the proof of a number, the calendar's address. In the caller's transaction. */
export async function throwOut(ctx: Context, account: AccountRow): Promise<void> {
  if (!account.password_hash) return
  await endSessions(ctx, account.id)
  for (const purpose of ['change_email', 'verify_email', 'magic_link', 'provider_link', 'password_reset', 'login_as'])
    await dropLinks(ctx.db, account.id, purpose, ctx.now)
  await dropCalendarAddresses(ctx.db, account.id)
  await dropFactors(ctx.db, account.id)
  // A number stays to be read, and gets no text before its code has come back to whoever is here now.
  await dropNumberProofs(ctx.db, account.id)
  await forgetDevices(ctx.db, account.id)
  await changeAccount(ctx.db, account.id, {
    password_hash: null,
    pending_email: null,
    notices: '{}',
    quiet_from: null,
    quiet_to: null,
  })
}
