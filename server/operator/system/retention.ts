import { keptDays, retentionDays } from '#contract/constants.ts'
import type { Retention } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { settingOf } from '#server/platform/settings.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { type Limits, purgeSteps } from './retention-queries.ts'

const DAY_MS = 86_400_000

/** Deletes what has been kept as long as the settings and the privacy policy say. */
export async function deleteExpired(ctx: Context): Promise<void> {
  const days: Retention = { ...retentionDays, ...(await settingOf<Partial<Retention>>(ctx.database, 'retention')) }
  for (const step of purgeSteps) {
    await ctx.transaction((inner) => step(inner.db, limitsAt(inner.now, days), inner.now))
    await nextTurn()
  }
}

/** From when on each kind is too old. */
export function limitsAt(now: Date, days: Retention): Limits {
  const before = (n: number) => new Date(now.getTime() - n * DAY_MS)
  return {
    searches: before(days.searches).toISOString().slice(0, 10),
    signIns: before(days.signIns),
    outbox: before(days.outbox),
    audit: before(days.audit),
    messages: before(days.messages),
    holds: before(keptDays.holds),
    dayDetails: before(keptDays.dayDetails),
    forms: before(keptDays.forms),
    privateReviews: before(keptDays.privateReviews),
    reports: before(keptDays.reports),
    imports: before(keptDays.imports),
  }
}
