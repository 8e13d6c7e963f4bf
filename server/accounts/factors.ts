import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerAccount, formatMoment } from './caller.ts'
import { markProven, type PasskeyRow, listPasskeys, countRecoveryCodes, findTotp } from './factors.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AccountRow } from './accounts.queries.ts'
import { invalidateSessions } from './session-cache.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { toAddressee } from './new-account.ts'

export async function listFactors(ctx: Context): Promise<OutputOf<typeof factors.list>> {
  const { id } = await getCallerAccount(ctx)
  const { passkeys, totp } = await getFactors(ctx, id)
  return {
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      createdAt: key.created_at.toISOString(),
      usedAt: key.used_at?.toISOString() ?? null,
    })),
    totp,
    recoveryCodes: await countRecoveryCodes(ctx.db, id),
  }
}

type Standing = { passkeys: PasskeyRow[]; totp: boolean }

export async function getFactors(ctx: Context, accountId: string): Promise<Standing> {
  const [passkeys, totp] = [await listPasskeys(ctx.db, accountId), await findTotp(ctx.db, accountId)]
  return { passkeys, totp: totp?.confirmed_at != null }
}

/**
 * Returns the caller for a change of factors. Requires an existing second factor, so that a password alone cannot add
 * one.
 */
export async function getCallerForFactors(ctx: Context): Promise<{ account: AccountRow; has: Standing }> {
  const account = await getCallerAccount(ctx)
  const has = await getFactors(ctx, account.id)
  if ((has.passkeys.length > 0 || has.totp) && !ctx.viewer.strong) throw new Refusal('second_factor_needed')
  return { account, has }
}

/** Throws if this would remove an operator's last factor. */
export function assertNotLastFactor(account: AccountRow, { passkeys, totp }: Standing): void {
  if (account.roles.includes('operator') && passkeys.length + (totp ? 1 : 0) <= 1) throw new Refusal('last_factor')
}

/** `strong` means by more than password or mail. */
export async function markSessionProven(ctx: Context, strong: boolean): Promise<void> {
  const { sessionId, accountId } = ctx.viewer
  if (!sessionId || !accountId) return
  await markProven(ctx.db, sessionId, strong, ctx.now)
  invalidateSessions(ctx.database, accountId)
}

export const markSessionStrong = (ctx: Context): Promise<void> => markSessionProven(ctx, true)

/** Notifies an account of an added or removed factor and logs it, in the caller's transaction. */
export async function notifyFactorChange(
  ctx: Context,
  sender: Sender,
  account: AccountRow,
  { act, what }: { act: 'factor.add' | 'factor.remove'; what: string },
): Promise<void> {
  await notify(ctx, sender, {
    kind: act === 'factor.add' ? 'factor.added' : 'factor.removed',
    to: toAddressee(account),
    values: { what, dateTime: formatMoment(ctx.now, account.country_code) },
    path: '/customer-dashboard/account',
  })
  await recordAudit(ctx, { act, subject: { kind: 'account', id: account.id, name: account.name }, after: { what } })
}
