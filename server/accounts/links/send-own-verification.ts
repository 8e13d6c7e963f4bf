import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { sendVerificationAgain } from './send-verification-again.ts'

/** Sends the caller the link that proves their address sendVerificationAgain. */
export const sendOwnVerification = async (ctx: Context): Promise<{ sent: true }> =>
  sendVerificationAgain(ctx, await callerAccount(ctx))
