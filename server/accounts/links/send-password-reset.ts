import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { sendSecret } from './send-secret.ts'

/** Mails a link to choose a new password, where the address has an account. */
export const sendPasswordReset = (ctx: Context, input: InputOf<typeof accounts.forgotPassword>) =>
  sendSecret(ctx, input.email, 'password_reset')
