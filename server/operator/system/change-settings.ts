import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { showSettings } from './show-settings.ts'

type Settings = OutputOf<typeof operatorSystem.settings>

/** Changes what is given of them; the rest stays. */
export async function changeSettings(
  ctx: Context,
  { reason, ...given }: InputOf<typeof operatorSystem.changeSettings>,
): Promise<Settings> {
  const before = await showSettings(ctx)
  const keys = { business: 'business', retention: 'retention', secondApproval: 'verification.secondApproval' } as const
  await ctx.transaction(async (inner) => {
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
      const value = given[name]
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
  })
  return { ...before, ...(JSON.parse(JSON.stringify(given)) as Partial<Settings>) }
}
