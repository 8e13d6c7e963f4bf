import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AccessEntry, AccessKind, Alarm, operatorAccess } from '#contract/operator/access.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { type AccessRow, fetchAccessEntries, listNames } from './access.queries.ts'
import { openAlarms, acknowledgeAlarm } from '#server/platform/oversight/alarms.ts'
import type { Db } from '#db/database.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'

export async function listAccess(
  ctx: Context,
  input: InputOf<typeof operatorAccess.list>,
): Promise<OutputOf<typeof operatorAccess.list>> {
  const { rows, nextCursor } = await fetchAccessEntries(ctx.db, input)
  await recordAccess(ctx, { what: 'access_log', subjectId: input.accountId ?? 'all', of: [] })
  return { entries: await presentAccess(ctx.db, rows), nextCursor }
}

export async function listAlarms(ctx: Context): Promise<OutputOf<typeof operatorAccess.alarms>> {
  const rows = await openAlarms(ctx.db)
  return {
    alarms: rows.map(({ id, kind, subject_id, name, values, raised_at }) => ({
      id,
      kind: kind as Alarm['kind'],
      subject: { id: subject_id, name: name ?? '' },
      values: values as Alarm['values'],
      raisedAt: raised_at.toISOString(),
    })),
  }
}

async function presentAccess(db: Db, rows: readonly AccessRow[]): Promise<AccessEntry[]> {
  const names = await listNames(db, [...new Set(rows.flatMap((row) => row.account_ids))])
  return rows.map((row) => ({
    id: String(row.id),
    at: row.instant.toISOString(),
    operator: { id: row.operator_id, name: row.operator ?? '' },
    what: row.what as AccessKind,
    subjectId: row.subject_id,
    of: row.account_ids.map((id) => ({ id, name: names.get(id) ?? '' })),
    network: row.network,
    device: row.device,
  }))
}

/** Throws for the operator that the alarm is about. */
export const acknowledgeOperatorAlarm = (
  ctx: Context,
  { alarmId }: InputOf<typeof operatorAccess.acknowledgeAlarm>,
): Promise<OutputOf<typeof operatorAccess.acknowledgeAlarm>> =>
  ctx.transaction(async (inner) => {
    const alarm = (await openAlarms(inner.db)).find(({ id }) => id === alarmId)
    if (!alarm) throw new Refusal('not_found')
    if (alarm.subject_id === inner.viewer.accountId) throw new Refusal('second_operator_required')
    await acknowledgeAlarm(inner, alarmId)
    await recordAudit(inner, {
      act: 'alarm.see',
      subject: { kind: alarm.kind, id: alarm.subject_id, name: alarm.name ?? '' },
      after: alarm.values,
    })
    return listAlarms(inner)
  })
