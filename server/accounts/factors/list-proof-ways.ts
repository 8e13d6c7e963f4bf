import type { factors, ProofWay } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { recoveryCodesLeft } from './factor-queries.ts'
import { factorsOf } from './standing-factors.ts'

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
