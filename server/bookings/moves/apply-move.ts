import { money } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Country, reader } from '#contract/words.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { sayEvent } from '#server/messaging/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveBusy, refuseTaken, speedsIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import {
  type AppointmentRow,
  endMove,
  type MoveRow,
  updateAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { differenceOfMove } from './difference-of-move.ts'
import { settleDifference } from './settle-difference.ts'
import { audienceOf } from '#server/bookings/notices/audience-of.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

type Side = 'customer' | 'provider'

/** The job of an appointment at another time. */
export const jobOf = (row: AppointmentRow, from: Date, to: Date) => ({
  lat: row.lat,
  lng: row.lng,
  from: from.getTime(),
  to: to.getTime(),
})

const placeOf = ({ starts_at, ends_at, ready_at, event_date, body }: MoveRow) => ({
  starts_at,
  ends_at,
  ready_at,
  event_date,
  body,
})

/** Puts an appointment where its move says, and tells both. In the caller's transaction. */
export async function applyMove(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  move: MoveRow,
  payments: readonly PaymentRow[],
): Promise<void> {
  await lockDiary(ctx.db, row.provider_id)
  await refuseTaken(
    ctx,
    row.provider_id,
    jobOf(row, move.starts_at, move.ends_at),
    row.buffer_minutes,
    await speedsIn(ctx.db),
    [row.id],
  )
  await moveBusy(ctx.db, row.id, {
    from: move.starts_at.getTime(),
    to: move.ends_at.getTime() + row.buffer_minutes * 60_000,
    eventDate: move.event_date,
  })
  if (!(await endMove(ctx.db, move.id, move.agreed_at ? 'pay' : 'accept', ctx.now))) throw new Refusal('state_changed')
  const difference = differenceOfMove(row, move)
  await settleDifference(ctx, payments, row.fee_minor, difference, `move:${move.id}`)
  const { after } = difference
  const moved = await updateAppointment(ctx.db, row.id, {
    ...placeOf(move),
    total_minor: after.totalMinor,
    deposit_minor: after.depositMinor,
    fee_minor: after.feeMinor,
    sequence: row.sequence + 1,
    changed_at: ctx.now,
  })
  if (row.account_id)
    await sayEvent(ctx, {
      searchId: row.search_id,
      accountId: row.account_id,
      providerId: row.provider_id,
      kind: 'moved',
      values: {
        at: moved.starts_at.toISOString(),
        dateTime: momentOf(moved.starts_at, moved, ctx.now),
        timeZone: row.tz,
      },
    })
  const urgent = soon(ctx.now, row.starts_at, move.starts_at)
  await tell(ctx, sender, moved, 'customer', 'move.accepted.customer', {
    values: { priceLine: priceLine(row, move, 'customer') },
    urgent,
    calendar: true,
  })
  await tell(ctx, sender, moved, 'provider', 'move.accepted.provider', {
    values: { priceLine: priceLine(row, move, 'provider') },
    urgent,
    calendar: true,
  })
  await publishMoved(ctx, moved)
}

/** Tells whoever has it open that an appointment has another time, or a suggestion of one. */
export async function publishMoved(ctx: Context, row: AppointmentRow): Promise<void> {
  const parties = await partiesOf(ctx.db, row)
  await announce(ctx, {
    to: audienceOf(row, parties?.providerAccount ?? null),
    kind: 'appointment.changed',
    ref: row.id,
  })
}

function priceLine(row: AppointmentRow, move: MoveRow, to: Side): string {
  const t = reader(noticeLines, row.country_code as Country)
  const { dueMinor, backMinor, after } = differenceOfMove(row, move)
  const cash = (amountMinor: Minor) => money(major(amountMinor), row.currency, { decimals: 'always' })
  const total = money(major(after.totalMinor), row.currency)
  if (dueMinor > 0) return t(`priceLine.more.${to}`, { total, difference: cash(dueMinor) })
  if (backMinor > 0) return t(`priceLine.back.${to}`, { total, difference: cash(backMinor) })
  if (after.totalMinor === row.total_minor) return t('priceLine.same', { total })
  return t('priceLine.less', { total, difference: cash(row.total_minor - after.totalMinor) })
}

/** Tells one side of a move, once for each. */
export const tellMove = (
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  move: MoveRow,
  to: Side,
  kind: 'move.asked.customer' | 'move.asked.provider' | 'move.declined.customer' | 'move.declined.provider',
) =>
  // As it would be: arrival, ready-by and day are those that are suggested.
  tell(ctx, sender, { ...row, ...placeOf(move) }, to, kind, {
    fact: `${kind} ${move.id} ${move.agreed_at ? 'agreed' : ''}`,
    urgent: soon(ctx.now, row.starts_at, move.starts_at),
    values: { oldDateTime: momentOf(row.ready_at ?? row.starts_at, row, ctx.now), priceLine: priceLine(row, move, to) },
  })
