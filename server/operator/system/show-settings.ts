import { retentionDays } from '#contract/constants.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem, Retention } from '#contract/operator/system.ts'
import { textBudgetKey, usualTextBudget } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import { BULK_FROM, BULK_KEY } from '#server/platform/oversight/access-log.ts'
import { businessOf, settingOf } from '#server/platform/settings.ts'

/** Whether two must approve a profile. */
export const SECOND_APPROVAL_KEY = 'verification.secondApproval'

type Settings = OutputOf<typeof operatorSystem.settings>

/** Business details, retention and second approval. */
export async function showSettings(ctx: Context): Promise<Settings> {
  return {
    business: await businessOf(ctx.database, ctx.env),
    retention: { ...retentionDays, ...(await settingOf<Partial<Retention>>(ctx.database, 'retention')) },
    secondApproval: (await settingOf<boolean>(ctx.database, SECOND_APPROVAL_KEY)) ?? false,
    bulkFrom: (await settingOf<number>(ctx.database, BULK_KEY)) ?? BULK_FROM,
    textsADay: (await settingOf<number>(ctx.database, textBudgetKey)) ?? usualTextBudget,
  }
}
