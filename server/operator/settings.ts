import { fixedRetentionDays, retentionDays } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AuditEntry, operatorSystem, Retention } from '#contract/operator/system.ts'
import { textBudgetKey, usualTextBudget } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { BULK_FROM, BULK_KEY } from '#server/platform/oversight/access-log.ts'
import { getBusiness, saveSetting, getSetting } from '#server/platform/settings.ts'
import { createApproval } from '#server/platform/oversight/approvals.ts'
import { retryForLocks } from '#db/postgres/lock-retries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import type { Limits } from './retention-records.queries.ts'
import { purgeSteps } from './retention.queries.ts'
import { type AuditRow, fetchAuditEntries } from './system.queries.ts'

export const SECOND_APPROVAL_KEY = 'verification.secondApproval'

type Settings = OutputOf<typeof operatorSystem.settings>

export async function getBusinessSettings(ctx: Context): Promise<Settings> {
  return {
    business: await getBusiness(ctx.database, ctx.env),
    retention: { ...retentionDays, ...(await getSetting<Partial<Retention>>(ctx.database, 'retention')) },
    secondApproval: (await getSetting<boolean>(ctx.database, SECOND_APPROVAL_KEY)) ?? false,
    bulkFrom: (await getSetting<number>(ctx.database, BULK_KEY)) ?? BULK_FROM,
    textsADay: (await getSetting<number>(ctx.database, textBudgetKey)) ?? usualTextBudget,
  }
}

type Input = InputOf<typeof operatorSystem.changeSettings>
type Answer = OutputOf<typeof operatorSystem.changeSettings>

const keys = {
  business: 'business',
  retention: 'retention',
  secondApproval: SECOND_APPROVAL_KEY,
  bulkFrom: BULK_KEY,
  textsADay: textBudgetKey,
} as const

export async function changeSettings(ctx: Context, { reason, ...given }: Input): Promise<Answer> {
  const before = await getBusinessSettings(ctx)
  const waits = given.secondApproval === false && before.secondApproval
  const now: Omit<Input, 'reason'> = waits ? { ...given, secondApproval: undefined } : given
  await ctx.transaction(async (inner) => {
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
      const value = now[name]
      if (value === undefined) continue
      await saveSetting(inner.database, inner.db, keys[name], value, inner.now)
      await recordAudit(inner, {
        act: 'setting.change',
        subject: { kind: 'setting', id: keys[name], name },
        before: before[name],
        after: value,
        reason,
      })
    }
    if (waits)
      await createApproval(inner, {
        kind: 'second_approval',
        subject: { id: SECOND_APPROVAL_KEY },
        wanted: { secondApproval: false },
        reason,
      })
  })
  return { ...before, ...(JSON.parse(JSON.stringify(now)) as Partial<Answer>), waits }
}

const DAY_MS = 86_400_000

export async function deleteExpired(ctx: Context): Promise<void> {
  const days: Retention = { ...retentionDays, ...(await getSetting<Partial<Retention>>(ctx.database, 'retention')) }
  for (const step of purgeSteps) {
    await retryForLocks(() => ctx.transaction((inner) => step(inner.db, computeLimits(inner.now, days), inner.now)))
    await yieldToEventLoop()
  }
}

/** Returns the instant before which data of each period is deleted. */
export const computeLimits = (now: Date, days: Retention): Limits =>
  Object.fromEntries(
    Object.entries({ ...fixedRetentionDays, ...days }).map(([period, n]) => [
      period,
      new Date(now.getTime() - n * DAY_MS),
    ]),
  ) as Limits

export async function listAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.audit>,
): Promise<OutputOf<typeof operatorSystem.audit>> {
  const { rows, nextCursor } = await fetchAuditEntries(ctx.db, input)
  return { entries: rows.map(presentEntry), nextCursor }
}

const presentEntry = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: row.instant.toISOString(),
  actor: { id: row.actor_id, name: row.actor ?? '' },
  as: row.as_account_id ? { id: row.as_account_id, name: row.other ?? '' } : null,
  act: row.act,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
})
