import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { spendCode } from '#server/accounts/index.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { confirmWaiting } from './confirm-waiting.ts'

type Confirmed = OutputOf<typeof requests.confirm>

/** The same by the six digits of the mail. */
export async function confirmRequestByCode(
  ctx: Context,
  { email, code }: InputOf<typeof requests.confirmCode>,
): Promise<Confirmed> {
  const [sender, spent] = [await senderOf(ctx), await spendCode(ctx, 'confirm_request', email, code)]
  return ctx.transaction((tx) => confirmWaiting(tx, sender, spent, 'code'))
}
