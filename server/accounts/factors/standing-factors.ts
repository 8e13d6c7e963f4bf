import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { type PasskeyRow, passkeysOf, totpOf } from './factor-queries.ts'

export type Standing = { passkeys: PasskeyRow[]; totp: boolean }

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
