import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { askToSign } from './passkeys.ts'

/** What any browser is to sign with a passkey: it says nothing of whom. */
export const askPasskey = (ctx: Context): Promise<OutputOf<typeof factors.askPasskey>> => askToSign(ctx)
