import { retentionDays } from '#contract/constants.ts'
import type { Retention } from '#contract/operator-desk.ts'
import type { Context } from '#server/platform/context.ts'
import { settingOf } from '#server/platform/settings.ts'
import { forgetOld } from './desk-queries.ts'

const DAY_MS = 86_400_000

/** Deletes what has been kept as long as the settings say: searches, sign-ins, sent notices, old entries of the audit log. */
export async function keepNoLonger(ctx: Context): Promise<void> {
  const days: Retention = { ...retentionDays, ...(await settingOf<Partial<Retention>>(ctx.database, 'retention')) }
  const before = (n: number) => new Date(ctx.now.getTime() - n * DAY_MS)
  await ctx.transaction((inner) =>
    forgetOld(inner.db, { searches: before(days.searches).toISOString().slice(0, 10), signIns: before(days.signIns), outbox: before(days.outbox), audit: before(days.audit) }))
}
