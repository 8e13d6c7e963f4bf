import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { textBudgetKey } from '#server/notifications/outbox/door.ts'
import { BULK_KEY } from '#server/platform/oversight/access-log.ts'
import { askApproval } from '#server/platform/oversight/approvals.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { SECOND_APPROVAL_KEY, showSettings } from './show-settings.ts'

type Input = InputOf<typeof operatorSystem.changeSettings>
type Answer = OutputOf<typeof operatorSystem.changeSettings>

const keys = {
  business: 'business',
  retention: 'retention',
  secondApproval: SECOND_APPROVAL_KEY,
  bulkFrom: BULK_KEY,
  textsADay: textBudgetKey,
} as const

/** Changes what is given of them; the rest stays. That two must approve ends only once another operator has agreed. */
export async function changeSettings(ctx: Context, { reason, ...given }: Input): Promise<Answer> {
  const before = await showSettings(ctx)
  const waits = given.secondApproval === false && before.secondApproval
  const now: Omit<Input, 'reason'> = waits ? { ...given, secondApproval: undefined } : given
  await ctx.transaction(async (inner) => {
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
      const value = now[name]
      if (value === undefined) continue
      await saveSetting(inner.database, inner.db, keys[name], value, inner.now)
      await record(inner, {
        act: 'setting.change',
        subject: { kind: 'setting', id: keys[name], name },
        before: before[name],
        after: value,
        reason,
      })
    }
    if (waits)
      await askApproval(inner, {
        kind: 'second_approval',
        subject: { id: SECOND_APPROVAL_KEY },
        wanted: { secondApproval: false },
        reason,
      })
  })
  return { ...before, ...(JSON.parse(JSON.stringify(now)) as Partial<Answer>), waits }
}
