import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount, momentOf } from './caller.ts'
import { markProven, type PasskeyRow, passkeysOf, recoveryCodesLeft, totpOf } from './factors.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AccountRow } from './accounts.queries.ts'
import { forgetSessions } from './session-cache.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import { record } from '#server/platform/audit.ts'
import { addressOf } from './new-account.ts'

/** The passkeys, app and recovery codes of the caller. */
export async function listFactors(ctx: Context): Promise<OutputOf<typeof factors.list>> {
  const { id } = await callerAccount(ctx)
  const { passkeys, totp } = await factorsOf(ctx, id)
  return {
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      createdAt: key.created_at.toISOString(),
      usedAt: key.used_at?.toISOString() ?? null,
    })),
    totp,
    recoveryCodes: await recoveryCodesLeft(ctx.db, id),
  }
}

type Standing = { passkeys: PasskeyRow[]; totp: boolean }

/** The factors of somebody beside their password. */
export async function factorsOf(ctx: Context, accountId: string): Promise<Standing> {
  const [passkeys, totp] = [await passkeysOf(ctx.db, accountId), await totpOf(ctx.db, accountId)]
  return { passkeys, totp: totp?.confirmed_at != null }
}

/** The caller, who changes their factors: whoever has one shows it first, so that a password alone puts none beside it. */
export async function callerForFactors(ctx: Context): Promise<{ account: AccountRow; has: Standing }> {
  const account = await callerAccount(ctx)
  const has = await factorsOf(ctx, account.id)
  if ((has.passkeys.length > 0 || has.totp) && !ctx.viewer.strong) throw new Refusal('second_factor_needed')
  return { account, has }
}

/** Refuses to take the last factor from an operator. */
export function refuseLast(account: AccountRow, { passkeys, totp }: Standing): void {
  if (account.roles.includes('operator') && passkeys.length + (totp ? 1 : 0) <= 1) throw new Refusal('last_factor')
}

/** Keeps that whoever is signed in has shown that it is them; `strong` by more than a password or a mail. */
export async function nowProven(ctx: Context, strong: boolean): Promise<void> {
  const { sessionId, accountId } = ctx.viewer
  if (!sessionId || !accountId) return
  await markProven(ctx.db, sessionId, strong, ctx.now)
  forgetSessions(ctx.database, accountId)
}

/** The same by a second factor. */
export const nowStrong = (ctx: Context): Promise<void> => nowProven(ctx, true)

/** Tells somebody that a way into their account was added or taken away, and keeps that it was. In the caller's transaction. */
export async function tellFactor(
  ctx: Context,
  sender: Sender,
  account: AccountRow,
  { act, what }: { act: 'factor.add' | 'factor.remove'; what: string },
): Promise<void> {
  await notify(ctx, sender, {
    kind: act === 'factor.add' ? 'factor.added' : 'factor.removed',
    to: addressOf(account),
    values: { what, dateTime: momentOf(ctx.now, account.country_code) },
    path: '/customer-dashboard/account',
  })
  await record(ctx, { act, subject: { kind: 'account', id: account.id, name: account.name }, after: { what } })
}
