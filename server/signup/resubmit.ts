import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { submitProfile } from './submit-profile.ts'

/** Sends it again, once everything that was sent back is fixed. */
export const resubmit = (ctx: Context): Promise<OutputOf<typeof signup.resubmit>> =>
  submitProfile(ctx, 'changes_requested')
