import type { factors, ProofWay } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerAccount } from './caller.ts'
import { countRecoveryCodes } from './factors.queries.ts'
import { getFactors, markSessionProven } from './factors.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { createLink, redeemCode } from './one-time-links.ts'
import { type AccountRow, countLinksSince } from './accounts.queries.ts'
import { verifyPassword } from './password-hash.ts'
import { runThrottled } from './throttle.ts'
import { readSigned } from './passkeys.ts'
import { verifyRecoveryCode, verifyTotp } from './totp.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { toAddressee } from './new-account.ts'

/** A second factor for operators; mail if there is nothing else. */
export async function listProofWays(ctx: Context): Promise<OutputOf<typeof factors.proofWays>> {
  const account = await getCallerAccount(ctx)
  const has = await getFactors(ctx, account.id)
  const second = has.passkeys.length > 0 || has.totp
  const strongOnly = second && account.roles.includes('operator')
  const ways: (ProofWay | false)[] = [
    has.passkeys.length > 0 && 'passkey',
    has.totp && 'totp',
    !strongOnly && account.password_hash !== null && 'password',
    second && (await countRecoveryCodes(ctx.db, account.id)) > 0 && 'recovery',
    !second && account.password_hash === null && 'mail',
  ]
  return { ways: ways.filter((way) => way !== false), email: account.email }
}

type Input = InputOf<typeof factors.prove>

/** Re-authenticates the caller. Protected actions are allowed for five minutes. */
export async function proveAgain(ctx: Context, shown: Input): Promise<{ done: true }> {
  const account = await getCallerAccount(ctx)
  const strong = await shownStrongly(ctx, account, shown)
  if (!strong) await showWeakly(ctx, account, shown)
  await markSessionProven(ctx, strong)
  return { done: true }
}

async function shownStrongly(ctx: Context, { id }: AccountRow, { passkey, totp, recovery }: Input): Promise<boolean> {
  if (passkey) {
    if ((await readSigned(ctx, passkey)).account_id !== id) throw new Refusal('passkey_wrong')
    return true
  }
  if (totp !== undefined) {
    if (!(await runThrottled(ctx, `totp ${id}`, () => verifyTotp(ctx, id, totp))))
      throw createFieldRefusal('code_wrong', 'totp')
    return true
  }
  if (recovery === undefined) return false
  if (!(await runThrottled(ctx, `recovery ${id}`, () => verifyRecoveryCode(ctx, id, recovery))))
    throw createFieldRefusal('code_wrong', 'recovery')
  return true
}

async function showWeakly(ctx: Context, account: AccountRow, { password, code }: Input): Promise<void> {
  const has = await getFactors(ctx, account.id)
  const second = has.passkeys.length > 0 || has.totp
  // Operators with a second factor cannot use their password alone.
  if (second && account.roles.includes('operator')) throw new Refusal('second_factor_needed')
  if (password !== undefined) {
    const right = () => verifyPassword(account.password_hash, password)
    if (!(await runThrottled(ctx, `step-up ${account.id}`, right)))
      throw createFieldRefusal('password_wrong', 'password')
    return
  }
  if (code === undefined || second || account.password_hash !== null) throw createFieldRefusal('code_wrong', 'code')
  await redeemCode(ctx, 'step_up', account.email, code)
}

const MOST_AN_HOUR = 5

export async function sendProofCode(ctx: Context): Promise<{ sent: true }> {
  const account = await getCallerAccount(ctx)
  const hourAgo = new Date(ctx.now.getTime() - 3_600_000)
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `links ${normaliseEmail(account.email)}`)
    if ((await countLinksSince(tx.db, 'step_up', account.email, hourAgo)) >= MOST_AN_HOUR)
      throw new Refusal('rate_limited')
    const { code } = await createLink(tx, { purpose: 'step_up', accountId: account.id, email: account.email })
    await notify(tx, sender, { kind: 'stepUp.code', to: toAddressee(account), values: { code } })
  })
  return { sent: true }
}
