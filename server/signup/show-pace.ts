import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { middleWait } from '#server/signup/verification/verification-queries.ts'

const QUARTER_MS = 90 * 86_400_000

/** How long checking a profile takes: the middle of the last 90 days' decisions, unknown under ten of them. */
export async function showPace(ctx: Context): Promise<OutputOf<typeof signup.pace>> {
  const seconds = await middleWait(ctx.reads, new Date(ctx.now.getTime() - QUARTER_MS), 10)
  return { minutes: seconds === null ? null : Math.max(1, Math.round(seconds / 60)) }
}
