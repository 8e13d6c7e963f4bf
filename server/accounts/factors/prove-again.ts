import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { spendCode } from '#server/accounts/links/one-time-links.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { passwordRight } from '#server/accounts/registering/passwords.ts'
import { behindBrake } from '#server/accounts/sessions/brake.ts'
import { readSigned } from './passkeys.ts'
import { recoveryCodeRight } from './recovery-codes.ts'
import { factorsOf } from './standing-factors.ts'
import { nowProven } from './strong.ts'
import { totpRight } from './totp.ts'

type Input = InputOf<typeof factors.prove>

/** Lets the caller show that it is still them; acts that ask for it are open for five minutes then. */
export async function proveAgain(ctx: Context, shown: Input): Promise<{ done: true }> {
  const account = await callerAccount(ctx)
  const strong = await shownStrongly(ctx, account, shown)
  if (!strong) await showWeakly(ctx, account, shown)
  await nowProven(ctx, strong)
  return { done: true }
}

async function shownStrongly(ctx: Context, { id }: AccountRow, { passkey, totp, recovery }: Input): Promise<boolean> {
  if (passkey) {
    if ((await readSigned(ctx, passkey)).account_id !== id) throw new Refusal('passkey_wrong')
    return true
  }
  if (totp !== undefined) {
    if (!(await behindBrake(ctx, `totp ${id}`, () => totpRight(ctx, id, totp)))) throw refuseField('code_wrong', 'totp')
    return true
  }
  if (recovery === undefined) return false
  if (!(await behindBrake(ctx, `recovery ${id}`, () => recoveryCodeRight(ctx, id, recovery))))
    throw refuseField('code_wrong', 'recovery')
  return true
}

async function showWeakly(ctx: Context, account: AccountRow, { password, code }: Input): Promise<void> {
  const has = await factorsOf(ctx, account.id)
  const second = has.passkeys.length > 0 || has.totp
  // An operator's password alone opens nothing once there is more.
  if (second && account.roles.includes('operator')) throw new Refusal('second_factor_needed')
  if (password !== undefined) {
    const right = () => passwordRight(account.password_hash, password)
    if (!(await behindBrake(ctx, `step-up ${account.id}`, right))) throw refuseField('password_wrong', 'password')
    return
  }
  if (code === undefined || second || account.password_hash !== null) throw refuseField('code_wrong', 'code')
  await spendCode(ctx, 'step_up', account.email, code)
}
