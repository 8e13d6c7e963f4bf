import { retentionDays } from '#contract/constants.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem, Retention } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { businessOf, settingOf } from '#server/platform/settings.ts'

type Settings = OutputOf<typeof operatorSystem.settings>

/** Business details, retention and second approval. */
export async function showSettings(ctx: Context): Promise<Settings> {
  return {
    business: await businessOf(ctx.database, ctx.env),
    retention: { ...retentionDays, ...(await settingOf<Partial<Retention>>(ctx.database, 'retention')) },
    secondApproval: (await settingOf<boolean>(ctx.database, 'verification.secondApproval')) ?? false,
  }
}
