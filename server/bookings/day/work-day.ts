import { clock, time, zonedTime } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { planNow } from '#server/bookings/appointments/present-appointment.ts'
import { missingOf } from '#server/bookings/patch-tests/test-queries.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

export type Step = 'left' | 'arrived' | 'late' | 'done'

/** What the artist says on the day, each once: pages that are open hear of it, the customer is told on the way and when it runs late. */
export async function workDay<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  step: Step,
  minutes: number,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, id)
    if (!mayDo(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now }).work)
      throw new Refusal(row.state === 'booked' && tx.now < row.starts_at ? 'too_early' : 'state_changed')
    if (step !== 'late' && (await missingOf(tx.db, row)).length > 0) throw new Refusal('not_ready')
    if (step === 'left' && (row.left_at || row.arrived_at)) return answer(tx)
    if (step === 'arrived' && row.arrived_at) return answer(tx)
    const now = await updateAppointment(tx.db, id, {
      ...(step === 'left' ? { left_at: tx.now } : {}),
      ...(step === 'arrived' ? { arrived_at: tx.now, left_at: row.left_at ?? tx.now } : {}),
      ...(step === 'done' ? { done_at: row.done_at ?? tx.now } : {}),
      // What has begun stays as it is: only what remains moves on.
      ...(step === 'late' ? { late_minutes: minutes, late_from: tx.now } : {}),
    })
    const plan = planNow(now)
    const at = (instant: string) => clock(zonedTime(instant, row.tz))
    if (step === 'left')
      await tell(tx, sender, now, 'customer', 'onTheWay', {
        fact: `left ${id}`,
        urgent: true,
        values: { clock: at(plan.arriveAt) },
      })
    if (step === 'late') {
      const t = reader(noticeLines, row.country_code as Country)
      const inTime = Date.parse(plan.doneAt) <= (row.ready_at ?? row.ends_at).getTime()
      const done = at(plan.doneAt)
      const endLine = inTime
        ? t('endLine.same', { time: time(zonedTime((row.ready_at ?? row.ends_at).toISOString(), row.tz)) })
        : t('endLine.over', { done })
      await tell(tx, sender, now, 'customer', 'late', {
        fact: `late ${id} ${minutes} ${tx.now.getTime()}`,
        urgent: true,
        values: { minutes, clock: at(plan.arriveAt), done, endLine },
      })
    }
    await publishAppointment(tx, now, `appointment.${step}`)
    return answer(tx)
  })
}
