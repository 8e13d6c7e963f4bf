import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { recoveryCodesLeft } from './factor-queries.ts'
import { factorsOf } from './standing-factors.ts'

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
