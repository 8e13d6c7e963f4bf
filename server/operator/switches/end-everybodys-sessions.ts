import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSwitches } from '#contract/operator/switches.ts'
import { endEverySession } from '#server/accounts/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'

/** Logs everybody out everywhere within a second, but the caller here. */
export const endEverybodysSessions = (
  ctx: Context,
  { reason }: InputOf<typeof operatorSwitches.endAllSessions>,
): Promise<OutputOf<typeof operatorSwitches.endAllSessions>> =>
  ctx.once(async (inner) => {
    const ended = await endEverySession(inner, inner.viewer.sessionId)
    await record(inner, {
      act: 'account.end_all_sessions',
      subject: { kind: 'site', id: 'sessions' },
      after: { ended },
      reason,
    })
    return { ended }
  })
