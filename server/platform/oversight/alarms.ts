import type { AlarmKind } from '#contract/operator/access.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'

const HOUR_MS = 3_600_000

type Alarm = {
  kind: AlarmKind
  subjectId?: string
  values?: Record<string, string | number>
}

/**
 * Raises an alarm for all operators until acknowledged, once per kind and subject within an hour. Returns whether it is
 * new.
 */
export async function raiseAlarm(ctx: Context, { kind, subjectId = '', values = {} }: Alarm): Promise<boolean> {
  const row = await ctx.db
    .insertInto('alarm')
    .values({
      kind,
      subject_id: subjectId,
      values: JSON.stringify(values),
      raised_at: ctx.now,
      hour: new Date(Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS),
    })
    .onConflict((oc) => oc.columns(['kind', 'subject_id', 'hour']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) ctx.log.warn({ kind, subject: subjectId, ...values }, 'alarm')
  return row !== undefined
}

export const openAlarms = (db: Db) =>
  db
    .selectFrom('alarm')
    .leftJoin('account', (on) => on.on((of) => of(of.cast('account.id', 'text'), '=', of.ref('alarm.subject_id'))))
    .select(['alarm.id', 'alarm.kind', 'alarm.subject_id', 'account.name', 'alarm.values', 'alarm.raised_at'])
    .where('alarm.seen_at', 'is', null)
    .orderBy('alarm.raised_at', 'desc')
    .limit(50)
    .execute()

export async function acknowledgeAlarm({ db, now, viewer }: Context, id: string): Promise<boolean> {
  const row = await db
    .updateTable('alarm')
    .set({ seen_at: now, seen_by: viewer.accountId })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
