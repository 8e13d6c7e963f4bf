import type { OutputOf } from '#contract/endpoint.ts'
import type { Alarm, operatorAccess } from '#contract/operator/access.ts'
import { openAlarms } from '#server/platform/oversight/alarms.ts'
import type { Context } from '#server/platform/context.ts'

/** What nobody has looked at yet, newest first. */
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
