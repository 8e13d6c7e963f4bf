import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAccess } from '#contract/operator/access.ts'
import { openAlarms, seeAlarm } from '#server/platform/oversight/alarms.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listAlarms } from './list-alarms.ts'

/** Takes an alarm away that somebody has looked at, but not whoever it is about. */
export const seeOperatorAlarm = (
  ctx: Context,
  { alarmId }: InputOf<typeof operatorAccess.seeAlarm>,
): Promise<OutputOf<typeof operatorAccess.seeAlarm>> =>
  ctx.transaction(async (inner) => {
    const alarm = (await openAlarms(inner.db)).find(({ id }) => id === alarmId)
    if (!alarm) throw new Refusal('not_found')
    if (alarm.subject_id === inner.viewer.accountId) throw new Refusal('second_person')
    await seeAlarm(inner, alarmId)
    await record(inner, {
      act: 'alarm.see',
      subject: { kind: alarm.kind, id: alarm.subject_id, name: alarm.name ?? '' },
      after: alarm.values,
    })
    return listAlarms(inner)
  })
