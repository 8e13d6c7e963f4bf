import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { submitProfile } from './submit-profile.ts'

/** Sends a finished profile to be checked by a person. */
export const submit = (ctx: Context): Promise<OutputOf<typeof signup.submit>> => submitProfile(ctx, 'draft')
