import type { factors, ProofWay } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from './caller.ts'
import { recoveryCodesLeft } from './factors.queries.ts'
import { factorsOf, nowProven } from './factors.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { makeLink, spendCode } from './one-time-links.ts'
import { type AccountRow, linksSince } from './accounts.queries.ts'
import { passwordRight } from './password-hash.ts'
import { behindBrake } from './throttle.ts'
import { readSigned } from './passkeys.ts'
import { recoveryCodeRight, totpRight } from './totp.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import { addressOf } from './new-account.ts'

/** How the caller can show that it is still them: by a second factor where they are an operator, by a mail where they have nothing else. */
export async function listProofWays(ctx: Context): Promise<OutputOf<typeof factors.proofWays>> {
  const account = await callerAccount(ctx)
  const has = await factorsOf(ctx, account.id)
  const second = has.passkeys.length > 0 || has.totp
  const strongOnly = second && account.roles.includes('operator')
  const ways: (ProofWay | false)[] = [
    has.passkeys.length > 0 && 'passkey',
    has.totp && 'totp',
    !strongOnly && account.password_hash !== null && 'password',
    second && (await recoveryCodesLeft(ctx.db, account.id)) > 0 && 'recovery',
    !second && account.password_hash === null && 'mail',
  ]
  return { ways: ways.filter((way) => way !== false), email: account.email }
}

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

const MOST_AN_HOUR = 5

/** Mails the caller a code by which they show that it is them. */
export async function mailProofCode(ctx: Context): Promise<{ sent: true }> {
  const account = await callerAccount(ctx)
  const hourAgo = new Date(ctx.now.getTime() - 3_600_000)
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `links ${emailKey(account.email)}`)
    if ((await linksSince(tx.db, 'step_up', account.email, hourAgo)) >= MOST_AN_HOUR) throw new Refusal('rate_limited')
    const { code } = await makeLink(tx, { purpose: 'step_up', accountId: account.id, email: account.email })
    await notify(tx, sender, { kind: 'stepUp.code', to: addressOf(account), values: { code } })
  })
  return { sent: true }
}
