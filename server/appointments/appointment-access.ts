import { claimStandIn } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import { findSearch, isOwner } from '#server/search/index.ts'
import {
  findAppointmentById,
  findAppointmentOfSheet,
  type AppointmentRow,
  type DisputeRow,
  lockAppointment,
  type MoveRow,
} from './appointments.queries.ts'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getMinimumCharge } from '#contract/money.ts'
import { getLaterDepositDue, laterDepositTimers } from '#contract/payments/later-deposit.ts'
import { getOpenAmounts } from './appointment-facts.ts'
import { canTransition } from '#contract/lifecycle.ts'
import { appointmentLifecycle, appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { hashOfKey, openLinkKey } from '#server/platform/http/act-key.ts'

/** Identifies the customer by account or by the browser that booked. Throws `not_found` otherwise. */
export async function getCustomerAppointment(ctx: Context, id: string): Promise<AppointmentRow> {
  const row = await findAppointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  if (ctx.viewer.accountId !== null && row.account_id === ctx.viewer.accountId) return row
  if (row.account_id && (await claimStandIn(ctx, row.account_id))) return (await findAppointmentById(ctx.db, id)) ?? row
  const search = ctx.viewer.visitorHash ? await findSearch(ctx.database, row.search_id) : null
  if (!search || !isOwner(ctx.viewer, search)) throw new Refusal('not_found')
  return row
}

/** Throws `not_found` unless the caller is the appointment's artist. */
export async function getProviderAppointment(ctx: Context, id: string): Promise<AppointmentRow> {
  const provider = await getCallerProvider(ctx)
  const row = await findAppointmentById(ctx.db, id)
  if (!row || row.provider_id !== provider.id) throw new Refusal('not_found')
  return row
}

/** Locks an appointment until the transaction ends. Throws `not_found` if it does not exist. */
export async function lockAppointmentOf(ctx: Context, id: string): Promise<AppointmentRow> {
  const row = await lockAppointment(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

const hourMs = 3_600_000

/** 48 hours after the end. */
export const getReportDeadline = (row: Pick<AppointmentRow, 'ends_at'>): number =>
  row.ends_at.getTime() + appointmentTimers.completedHours * hourMs
const balanceFrom = (row: Pick<AppointmentRow, 'starts_at'>): number =>
  row.starts_at.getTime() - appointmentTimers.balanceDays * 24 * hourMs

/** For 60 days after the end of an appointment that took place. */
export function canTip(row: Pick<AppointmentRow, 'state' | 'ends_at' | 'done_at'>, now: Date): boolean {
  const end = (row.done_at ?? row.ends_at).getTime()
  const kept = row.state === 'booked' || row.state === 'completed'
  return kept && now.getTime() >= end && now.getTime() < end + appointmentTimers.tipDays * 24 * hourMs
}

/** The day can be updated from this many hours before the artist's start. */
export const WORK_HOURS = 12

export const earliestWorkStart = (row: Pick<AppointmentRow, 'starts_at'>): number =>
  row.starts_at.getTime() - WORK_HOURS * hourMs

/** Over for guests at the planned end. A day that runs late is over once done, or after three hours. */
export const isDayOver = ({ ends_at, arrived_at, done_at }: AppointmentRow, now: Date): boolean =>
  now >= ends_at && (done_at !== null || arrived_at === null || now.getTime() >= ends_at.getTime() + 3 * hourMs)

type Seen = {
  side: 'customer' | 'provider' | 'operator'
  move: MoveRow | null
  dispute: DisputeRow | null
  onlineBalance: boolean
  tipped?: boolean
  /** True if manual payment was requested because an automatic charge failed. */
  asked?: boolean
  member?: boolean
  now: Date
}

/** Lists the actions that a viewer may take on an appointment now, from its lifecycle, the clock and open proposals. */
export function listAllowedActions(
  row: AppointmentRow,
  { side, move, dispute, onlineBalance, tipped = false, asked = false, member = false, now }: Seen,
): Appointment['may'] {
  const at = now.getTime()
  const booked = row.state === 'booked'
  const ahead = booked && at < row.starts_at.getTime()
  const side2 = side === 'operator' ? null : side
  const open = dispute?.state === 'open' ? dispute : null
  const balance = row.total_minor - row.deposit_minor
  // Smaller amounts are paid in cash: cards have a minimum charge.
  const isChargeable = balance >= getMinimumCharge(row.currency)
  return {
    cancel:
      side === 'operator'
        ? canTransition(appointmentLifecycle, row.state, 'cancel', 'operator')
        : ahead && canTransition(appointmentLifecycle, row.state, 'cancel', side),
    move: ahead && side2 !== null && move === null,
    answerMove:
      ahead &&
      move !== null &&
      side2 !== null &&
      (move.by !== side2
        ? move.agreed_at === null || side2 === 'customer'
        : side2 === 'customer' && move.agreed_at !== null),
    withdrawMove: ahead && move !== null && move.by === side2,
    change: ahead && side === 'customer',
    report:
      side2 !== null &&
      canTransition(appointmentLifecycle, row.state, 'report', side2) &&
      at >= row.starts_at.getTime() &&
      at <= getReportDeadline(row),
    addSide:
      side2 !== null &&
      open !== null &&
      open.by !== side2 &&
      open.other_side === null &&
      at <= open.answer_until.getTime(),
    payBalance:
      side === 'customer' &&
      isChargeable &&
      row.balance_paid_at === null &&
      ((booked && onlineBalance && at >= balanceFrom(row)) || (asked && (booked || row.state === 'completed'))),
    payLaterDeposit:
      side === 'customer' &&
      ahead &&
      getOpenAmounts(row).laterMinor >= getMinimumCharge(row.currency) &&
      at >= getLaterDepositDue(row.starts_at.getTime()) - laterDepositTimers.toldDays * 24 * hourMs,
    agreeBalance:
      side === 'customer' && member && booked && onlineBalance && isChargeable && row.balance_paid_at === null,
    recordBalance:
      side === 'provider' &&
      (booked || row.state === 'completed') &&
      balance > 0 &&
      row.balance_paid_at === null &&
      at >= earliestWorkStart(row),
    tip: side === 'customer' && !tipped && open === null && canTip(row, now),
    work: side === 'provider' && booked && at >= earliestWorkStart(row) && at <= getReportDeadline(row),
    rescue:
      side === 'customer' &&
      row.state === 'cancelled' &&
      row.rescue_until !== null &&
      row.rescue_ended === null &&
      at < row.rescue_until.getTime(),
  }
}

const OPEN_MS = 90 * 86_400_000

export async function findSheetByKey(
  ctx: Pick<Context, 'database' | 'db' | 'env' | 'now'>,
  key: string,
): Promise<AppointmentRow | undefined> {
  const id = await openLinkKey(ctx.database, ctx.env, 'sheet', key)
  return findAppointmentOfSheet(ctx.db, { id, hash: hashOfKey(key), since: new Date(ctx.now.getTime() - OPEN_MS) })
}
