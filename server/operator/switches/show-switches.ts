import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorSwitches, SwitchKind } from '#contract/operator/switches.ts'
import { mailKinds } from '#server/notifications/words/door.ts'
import type { Context } from '#server/platform/context.ts'
import { allStopped } from '#server/platform/oversight/switches.ts'

/** What is stopped for the whole site, and the kinds of mail that could be. */
export async function showSwitches(ctx: Context): Promise<OutputOf<typeof operatorSwitches.list>> {
  const stopped = await allStopped(ctx.db)
  return {
    stopped: stopped.map(({ kind, value, stopped_at, by, reason }) => ({
      kind: kind as SwitchKind,
      value,
      stoppedAt: stopped_at.toISOString(),
      by,
      reason,
    })),
    mailKinds: [...mailKinds],
  }
}
