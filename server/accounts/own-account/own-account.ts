import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { parseMobile, shownMobile } from '#server/accounts/registering/mobiles.ts'
import { presentUser } from '#server/accounts/present-user.ts'
import { changeAccount } from '#server/accounts/queries.ts'
import { newestExport } from './own-data-queries.ts'

/** What the caller's account page shows. */
export async function showAccount(ctx: Context): Promise<OutputOf<typeof own.show>> {
  const account = await callerAccount(ctx)
  const exported = await newestExport(ctx.db, account.id, ctx.now)
  return {
    user: await presentUser(ctx, account),
    country: account.country_code as CountryCode | null,
    mobile: shownMobile(account.mobile),
    emailVerified: account.email_verified_at !== null,
    pendingEmail: account.pending_email,
    hasPassword: account.password_hash !== null,
    notices: account.notices as OutputOf<typeof own.show>['notices'],
    quietFrom: account.quiet_from,
    quietTo: account.quiet_to,
    exported: exported?.ready_at
      ? { id: exported.id, readyAt: exported.ready_at.toISOString(), expiresAt: exported.expires_at.toISOString() }
      : null,
  }
}

/** Keeps a new name or number of the caller; an empty number takes it away. */
export async function changeOwnAccount(
  ctx: Context,
  { name, mobile, country }: InputOf<typeof own.change>,
): Promise<OutputOf<typeof own.change>> {
  const account = await callerAccount(ctx)
  const number =
    mobile === undefined
      ? account.mobile
      : mobile === ''
        ? null
        : parseMobile(mobile, country ?? account.country_code ?? 'AU')
  const changed = await changeAccount(ctx.db, account.id, { name: name ?? account.name, mobile: number })
  return { user: await presentUser(ctx, changed) }
}

/** Keeps which notices the caller wants, and between which hours it should be quiet. */
export async function setNotices(
  ctx: Context,
  { notices, quietFrom, quietTo }: InputOf<typeof own.setNotices>,
): Promise<{ done: true }> {
  if ((quietFrom === null) !== (quietTo === null))
    throw refuseField('invalid_input', quietFrom ? 'quietTo' : 'quietFrom')
  const account = await callerAccount(ctx)
  await changeAccount(ctx.db, account.id, {
    notices: JSON.stringify(notices),
    quiet_from: quietFrom,
    quiet_to: quietTo,
  })
  return { done: true }
}
