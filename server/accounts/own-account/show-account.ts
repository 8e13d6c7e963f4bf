import type { account as own } from '#contract/accounts/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { isProvenNumber } from '#server/notifications/outbox/door.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { shownMobile } from '#server/accounts/registering/mobiles.ts'
import { presentUser } from '#server/accounts/present-user.ts'
import { newestExport } from './own-data-queries.ts'

/** What the caller's account page shows. */
export async function showAccount(ctx: Context): Promise<OutputOf<typeof own.show>> {
  const account = await callerAccount(ctx)
  const exported = await newestExport(ctx.db, account.id, ctx.now)
  return {
    user: await presentUser(ctx, account),
    country: account.country_code as CountryCode | null,
    mobile: shownMobile(account.mobile),
    mobileProven: account.mobile !== null && (await isProvenNumber(ctx.db, account.id, account.mobile)),
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
