import { clock, date, time, zonedTime } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { senderOf } from '#server/notifications/door.ts'
import { recordCash } from '#server/payments/refunds/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  type AppointmentRow,
  lockAppointment,
  updateAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { audienceOf } from '#server/bookings/holds/confirm-booking.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { planNow } from '#server/bookings/appointments/present-appointment.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

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
    const row = await locked(tx, id)
    if (!mayDo(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now }).work)
      throw new Refusal(row.state === 'booked' && tx.now < row.starts_at ? 'too_early' : 'state_changed')
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

/** The balance was brought on the day: written down, with a receipt for both. */
export async function recordBalance<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await locked(tx, id)
    if (row.balance_paid_at) return answer(tx)
    if (!mayDo(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now }).recordBalance)
      throw new Refusal('state_changed')
    const amountMinor = row.total_minor - row.deposit_minor
    await recordCash(tx, {
      providerId: row.provider_id,
      ref: id,
      currency: row.currency,
      amountMinor,
      description: `${row.event}, ${date(row.event_date, row.country_code as Country)}`,
      fact: id,
    })
    await record(tx, {
      act: 'balance.record',
      subject: { kind: 'appointment', id, name: String(row.number) },
      after: { amountMinor, currency: row.currency },
    })
    const before = { ...row }
    const now = await updateAppointment(tx.db, id, { balance_paid_at: tx.now, balance_paid_how: 'cash' })
    await tellBalance(tx, sender, before)
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
}

/** Tells both that nothing more is open; `row` as it was before, with its balance. In the caller's transaction. */
export async function tellBalance(
  ctx: Context,
  sender: Parameters<typeof tell>[1],
  row: AppointmentRow,
): Promise<void> {
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `balance.paid.${side}`, {
      fact: `balance ${side} ${row.id}`,
      values: { dateTime: clock(zonedTime(ctx.now.toISOString(), row.tz)) },
    })
}

async function locked(ctx: Context, id: string): Promise<AppointmentRow> {
  const row = await lockAppointment(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Publishes to the pages of both parties that their appointment has changed; they read it anew once the caller's transaction is committed. */
export async function publishAppointment(ctx: Context, row: AppointmentRow, kind: string): Promise<void> {
  const parties = await partiesOf(ctx.db, row)
  await announce(ctx, { to: audienceOf(row, parties?.providerAccount ?? null), kind, ref: row.id })
}
