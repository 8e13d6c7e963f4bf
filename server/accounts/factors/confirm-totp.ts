import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { behindBrake } from '#server/accounts/sessions/brake.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { callerForFactors } from './standing-factors.ts'
import { nowStrong } from './strong.ts'
import { tellFactor } from './tell-factor.ts'
import { totpRight } from './totp.ts'

/** Keeps the caller's app once its digits were right; from now on this session counts as shown by it. */
export async function confirmTotp(
  ctx: Context,
  { code }: InputOf<typeof factors.confirmTotp>,
): Promise<OutputOf<typeof factors.confirmTotp>> {
  const { account } = await callerForFactors(ctx)
  const sender = await senderOf(ctx)
  if (!(await behindBrake(ctx, `totp ${account.id}`, () => totpRight(ctx, account.id, code, true))))
    throw refuseField('code_wrong', 'code')
  return ctx.transaction(async (tx) => {
    await nowStrong(tx)
    await tellFactor(tx, sender, account, { act: 'factor.add', what: 'an app with codes' })
    return { recoveryCodes: await firstRecoveryCodes(tx, account.id) }
  })
}
