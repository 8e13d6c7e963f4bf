import { countOf } from '#contract/i18n/counts.ts'
import { formatMoveTimes } from '#contract/appointments/move-times.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type PaymentRow, presentPayment } from '#server/payments/index.ts'
import { addSystemMessage } from '#server/messaging/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, moveBusy, assertTimeFree, getSpeedsInTransaction } from '#server/providers/index.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  type BookingEvents,
  endMove,
  formatMoment,
  type MoveRow,
  noticeLines,
  presentParty,
  listPaymentsOfAppointment,
  publishAppointment,
  publishBookingEvent,
  isUrgent,
  notifySide,
  updateAppointment,
  earliestWorkStart,
} from '#server/appointments/index.ts'
import { assignGuestSeats } from '#server/party/index.ts'
import { assertNotWithTwoAtOnce } from '#server/checkout/index.ts'
import {
  computeMoveDifference,
  limitRefund,
  settleDifference,
  waitLineOf,
  addChangeLine,
} from '#server/billing/index.ts'
import type { Move } from '#contract/appointments/appointment.ts'
import { getEventDay } from '#server/platform/event-day.ts'

type Side = 'customer' | 'provider'

export const toJob = (row: AppointmentRow, from: Date, to: Date) => ({
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

// Removes progress that was reported before the new day.
function saidOf(row: AppointmentRow, move: MoveRow) {
  const stands = (at: Date | null) => (at && at.getTime() >= earliestWorkStart(move) ? at : null)
  const late_from = stands(row.late_from)
  return {
    left_at: stands(row.left_at),
    arrived_at: stands(row.arrived_at),
    done_at: stands(row.done_at),
    late_from,
    late_minutes: late_from ? row.late_minutes : 0,
  }
}

/**
 * Applies a move to an appointment and notifies both sides, with the reason if support did it. Runs in the caller's
 * transaction.
 */
export async function applyMove(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  move: MoveRow,
  payments: readonly PaymentRow[],
  team?: { reason: string },
): Promise<void> {
  await lockDiary(ctx.db, row.provider_id)
  await assertTimeFree(
    ctx,
    row.provider_id,
    toJob(row, move.starts_at, move.ends_at),
    row.buffer_minutes,
    await getSpeedsInTransaction(ctx.db),
    [row.id],
  )
  await assertNotWithTwoAtOnce(ctx.db, row, move.body.plan, move.was)
  await moveBusy(ctx, row.id, {
    from: move.starts_at.getTime(),
    to: move.ends_at.getTime() + row.buffer_minutes * 60_000,
    eventDate: move.event_date,
  })
  const event = move.agreed_at && computeMoveDifference(row, move).dueMinor > 0 ? 'pay' : 'accept'
  if (!(await endMove(ctx.db, move.id, event, ctx.now))) throw new Refusal('state_changed')
  const difference = computeMoveDifference(row, move)
  await settleDifference(ctx, payments, row, difference, `move:${move.id}`)
  const { after } = difference
  const changed = await updateAppointment(ctx.db, row.id, {
    ...placeOf(move),
    ...saidOf(row, move),
    ...(move.people ? { people: move.people, names: await assignGuestSeats(ctx, row, move) } : {}),
    body: addChangeLine(row, move, difference),
    total_minor: after.totalMinor,
    deposit_minor: after.depositMinor,
    fee_minor: after.feeMinor,
    sequence: row.sequence + 1,
    changed_at: ctx.now,
  })
  await publishBookingEvent(ctx, 'bookingMoved', { row: changed, partyChanged: move.people !== null, sender })
  // Reads the row again, because handlers may have changed its price lines.
  const moved = (await findAppointmentById(ctx.db, row.id)) ?? changed
  const waitLine = await waitLineOf(ctx, moved, payments, `move:${move.id}`)
  const lineFor = (side: Side) =>
    whyLine(row, [priceLine(row, move, side, payments, true), waitLine].filter(Boolean).join(' '), team)
  const urgent = isUrgent(ctx.now, row.starts_at, move.starts_at)
  await notifySide(ctx, sender, moved, 'customer', `${move.people ? 'party' : 'move'}.accepted.customer`, {
    values: { partyLine: partyLine(row, move), priceLine: lineFor('customer') },
    urgent,
    calendar: true,
  })
  await notifySide(ctx, sender, moved, 'provider', `${move.people ? 'party' : 'move'}.accepted.provider`, {
    values: { partyLine: partyLine(row, move), priceLine: lineFor('provider') },
    urgent,
    calendar: true,
  })
}

export async function postMoved(ctx: Context, { row, partyChanged }: BookingEvents['bookingMoved']): Promise<void> {
  if (!row.account_id || partyChanged) return
  await addSystemMessage(ctx, {
    searchId: row.search_id,
    accountId: row.account_id,
    providerId: row.provider_id,
    kind: 'moved',
    values: {
      at: row.starts_at.toISOString(),
      dateTime: formatMoment(row.starts_at, row, ctx.now),
      times: formatTimes(row, ctx.now),
      timeZone: row.tz,
    },
  })
}

export const publishMoved = (ctx: Context, row: AppointmentRow): Promise<void> =>
  publishAppointment(ctx, row, 'appointment.changed')

function partyLine(row: AppointmentRow, { body }: MoveRow): string {
  const people = presentParty({ body, names: row.names }).length
  const looks = body.lines
    .filter(({ kind }) => kind === 'look')
    .map(({ label, count }) => (count > 1 ? `${label} × ${count}` : label))
  return `${countOf('people', people)}: ${looks.join(', ')}`
}

function priceLine(
  row: AppointmentRow,
  move: MoveRow,
  to: Side,
  payments: readonly PaymentRow[],
  isPaid = false,
): string {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const { dueMinor, backMinor, toBalanceMinor, waivedMinor, after } = computeMoveDifference(row, move)
  const cash = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), row.currency, { decimals: 'always' })
  const total = formatMoney(toMajor(after.totalMinor), row.currency)
  if (dueMinor > 0) return t(isPaid ? 'priceLine.paid' : `priceLine.more.${to}`, { total, difference: cash(dueMinor) })
  if (backMinor > 0) return t(`priceLine.back.${to}`, { total, difference: cash(limitRefund(backMinor, payments)) })
  if (toBalanceMinor > 0) return t('priceLine.toBalance', { total, difference: cash(toBalanceMinor) })
  if (waivedMinor > 0) return t('priceLine.waived', { total, difference: cash(waivedMinor) })
  if (after.totalMinor === row.total_minor) return t('priceLine.same', { total })
  return t('priceLine.less', { total, difference: cash(row.total_minor - after.totalMinor) })
}

function whyLine(row: AppointmentRow, said: string, team?: { reason: string }): string {
  const t = createTranslator(noticeLines, row.country_code as Country)
  return team ? `${said} ${t('teamLine', { reason: team.reason.replace(/\.$/, '') })}` : said
}

const formatEventDate = (row: AppointmentRow, now: Date): string =>
  formatDate(row.event_date, row.country_code as Country, now.getUTCFullYear())

const formatTimes = (row: AppointmentRow, now: Date): string =>
  formatMoveTimes(
    formatEventDate(row, now),
    {
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      readyAt: row.ready_at?.toISOString() ?? null,
      timeZone: row.tz,
      mode: row.mode as 'mobile' | 'studio',
    },
    row.country_code as Country,
  )

export const notifyMove = async (
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  move: MoveRow,
  to: Side,
  what: 'asked' | 'agreed' | 'declined',
) =>
  notifySide(
    ctx,
    sender,
    { ...row, ...placeOf(move) },
    to,
    what === 'agreed'
      ? `${move.people ? 'party' : 'move'}.${move.by === 'operator' ? 'team' : 'agreed'}.customer`
      : `${move.people ? 'party' : 'move'}.${what}.${to}`,
    {
      fact: `move ${what} ${to} ${move.id} ${move.agreed_at ? 'agreed' : ''}`,
      urgent: isUrgent(ctx.now, row.starts_at, move.starts_at),
      values: {
        oldDateTime: formatTimes(row, ctx.now),
        oldDate: formatEventDate(row, ctx.now),
        partyLine: partyLine(row, move),
        priceLine: priceLine(row, move, to, await listPaymentsOfAppointment(ctx, row)),
      },
    },
  )

export function presentMove(ctx: Context, row: AppointmentRow, move: MoveRow, payments: readonly PaymentRow[]): Move {
  const iso = (at: Date) => getEventDay(move.event_date, row.tz).iso(at.getTime())
  const { dueMinor, backMinor, keptMinor, toBalanceMinor, waivedMinor, after } = computeMoveDifference(row, move)
  const payment = payments.findLast(({ ref, state }) => ref === move.id && state !== 'ended' && state !== 'voided')
  return {
    id: move.id,
    by: move.by,
    startsAt: iso(move.starts_at),
    endsAt: iso(move.ends_at),
    readyAt: move.ready_at && iso(move.ready_at),
    eventDate: move.event_date,
    total: toMajor(after.totalMinor),
    deposit: toMajor(after.depositMinor),
    difference: toMajor(dueMinor),
    back: toMajor(limitRefund(backMinor, payments)),
    kept: toMajor(keptMinor),
    toBalance: toMajor(toBalanceMinor),
    waived: toMajor(waivedMinor),
    party: move.people ? presentParty({ body: move.body, names: move.names ?? [] }) : null,
    waitsUntil: iso(move.ends_waiting_at),
    agreed: move.agreed_at !== null,
    payment: payment ? presentPayment(ctx, payment) : null,
  }
}
