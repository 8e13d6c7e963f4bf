import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { sendSecret } from './send-secret.ts'

/** Mails a link and a code to log in, where the address has an account. */
export const sendMagicLink = (ctx: Context, input: InputOf<typeof accounts.magicLink>) =>
  sendSecret(ctx, input.email, 'magic_link')
