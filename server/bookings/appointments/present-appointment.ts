import { initialOf } from '#contract/text.ts'
import { platformPays } from '#contract/price.ts'
import { includedIn } from '#contract/payments/tax.ts'
import type { Appointment, AppointmentSummary, Move, Problem } from '#contract/bookings/appointment.ts'
import { agreedDue } from '#contract/bookings/agreed.ts'
import type { SharedSheet } from '#contract/bookings/day.ts'
import { major } from '#contract/money.ts'
import { atWork } from '#contract/search/at-work.ts'
import type { CountryCode } from '#contract/values.ts'
import { customerScore } from '#server/accounts/index.ts'
import { conversationIdOf } from '#server/messaging/index.ts'
import {
  creditsFor,
  type PaymentRow,
  paymentsOf,
  presentPayment,
  withoutWaitingRefunds,
} from '#server/payments/index.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { lookOfSearch } from '#server/search/index.ts'
import { dayOf } from '#server/platform/event-day.ts'
import {
  type AppointmentRow,
  appointmentsById,
  type DisputeRow,
  disputesById,
  disputesOf,
  type MoveRow,
  movesOf,
  providersShown,
  reviewedOf,
} from './appointment-queries.ts'
import { faceOf } from './face-of.ts'
import { calendarFile } from '#server/bookings/calendar/calendar-file.ts'
import { clientNoteOf } from './client-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { liveOf, standingOf } from '#server/bookings/day/live-of.ts'
import { presentWay } from '#server/bookings/day/present-way.ts'
import { mayDo } from './may.ts'
import { differenceOfMove } from '#server/bookings/moves/difference-of-move.ts'
import { heldOf, refundable, standing, timelineOf } from '#server/bookings/money/money-of.ts'
import { otherRefsOf } from '#server/bookings/money/other-refs-queries.ts'
import { paymentsFor } from '#server/bookings/money/payments-for.ts'
import { tipOf } from '#server/bookings/tips/tip-queries.ts'
import { guestRows } from '#server/bookings/guests/guest-rows.ts'
import { partyIn } from '#server/bookings/moves/party-in.ts'
import { formsOf } from '#server/bookings/forms/signed-queries.ts'
import { findTrial } from '#server/bookings/linked-appointments/linked-queries.ts'
import { presentTest, presentTrial } from '#server/bookings/linked-appointments/present.ts'
import { getEarnedMinor } from '#server/bookings/linked-appointments/trial-money.ts'
import { agreedOf, type AgreedRow } from '#server/bookings/agreed/agreed-queries.ts'
import { presentShares } from '#server/bookings/split/present-shares.ts'
import { billOfAppointment, sharesOfBill } from '#server/bookings/split/split-queries.ts'
import { presentActs } from '#server/bookings/team/present-acts.ts'

type Shown = Awaited<ReturnType<typeof providersShown>>[number]

const shortName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${initialOf(last)}` : first
}

function headlineOf(
  row: AppointmentRow,
  provider: Shown | undefined,
  full: boolean,
  side: 'customer' | 'provider' | 'operator' | null,
) {
  const iso = isoIn(row)
  return {
    id: row.id,
    number: Number(row.number),
    state: row.state,
    cancelledBy: row.cancelled_by,
    noShowOf: row.no_show_of,
    searchId: side === 'customer' ? row.search_id : null,
    mode: row.mode,
    event: row.event,
    place: row.place,
    countryCode: row.country_code as CountryCode,
    timeZone: row.tz,
    eventDate: row.event_date,
    startsAt: iso(row.starts_at.getTime()),
    endsAt: iso(row.ends_at.getTime()),
    setupMinutes: Math.round((Date.parse(row.body.plan.startAt) - Date.parse(row.body.plan.arriveAt)) / 60_000),
    readyAt: row.ready_at && iso(row.ready_at.getTime()),
    people: new Set(row.body.plan.blocks.map(({ person }) => person)).size,
    currency: row.currency,
    total: major(row.total_minor),
    deposit: major(row.deposit_minor),
    balance: major(row.total_minor - row.deposit_minor),
    inFull: row.in_full,
    provider: {
      _id: row.provider_id,
      slug: provider?.slug ?? '',
      name: provider?.name ?? '',
      profileImg: faceOf(provider),
      artists: atWork(row.body.plan).artists,
    },
    customer: { id: row.account_id, name: full ? row.requester.name : shortName(row.requester.name) },
  }
}

const dayOfWork = (row: AppointmentRow): Appointment['dayOf'] => {
  const iso = isoIn(row)
  const at = (instant: Date | null) => instant && iso(instant.getTime())
  return {
    leftAt: at(row.left_at),
    arrivedAt: at(row.arrived_at),
    lateMinutes: row.late_minutes,
    doneAt: at(row.done_at),
  }
}

/** Appointments in a list, each with what waits to be done about it. */
export async function summariesOf(
  ctx: Context,
  rows: readonly AppointmentRow[],
  side: 'customer' | 'provider' | 'operator',
): Promise<AppointmentSummary[]> {
  const ids = rows.map(({ id }) => id)
  const [providers, moves, disputes, reviewed] = [
    new Map(
      (await providersShown(ctx.db, [...new Set(rows.map(({ provider_id }) => provider_id))])).map((p) => [p.id, p]),
    ),
    new Set((await movesOf(ctx.db, ids)).map((move) => move.appointment_id)),
    new Set((await disputesOf(ctx.db, ids)).filter(({ state }) => state === 'open').map((d) => d.appointment_id)),
    await reviewedOf(ctx.db, ids, side),
  ]
  return rows.map((row) => ({
    ...headlineOf(row, providers.get(row.provider_id), true, side),
    waits: disputes.has(row.id)
      ? 'problem'
      : moves.has(row.id)
        ? 'move'
        : row.rescue_until && !row.rescue_ended && row.rescue_until > ctx.now
          ? 'rescue'
          : null,
    reviewed: reviewed.has(row.id),
    balancePaid: row.balance_paid_at !== null,
    earnings: side === 'customer' ? null : major(row.total_minor - row.fee_minor),
  }))
}

const paidOf = (payments: readonly PaymentRow[]): number =>
  payments
    .filter(({ state }) => state === 'captured' || state === 'capturing' || state === 'authorised')
    .reduce((sum, p) => sum + p.amount_minor, 0)
const refundedOf = (payments: readonly PaymentRow[]): number => payments.reduce((sum, p) => sum + p.refunded_minor, 0)

export type DisputeSummary = {
  problem: NonNullable<Appointment['problem']>
  appointment: AppointmentSummary
  paid: number
}

/** Reports as an operator's list shows them, in the order asked; read together, however many they are. */
export async function disputeSummaries(ctx: Context, ids: readonly string[]): Promise<DisputeSummary[]> {
  const disputes = await disputesById(ctx.db, ids)
  const rows = await appointmentsById(ctx.db, [...new Set(disputes.map((dispute) => dispute.appointment_id))])
  const summaries = new Map((await summariesOf(ctx, rows, 'operator')).map((summary) => [summary.id, summary]))
  const others = await otherRefsOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const refsOf = (row: AppointmentRow) => [
    row.id,
    ...(row.hold_id ? [row.hold_id] : []),
    ...others.filter((other) => other.appointment_id === row.id).map(({ id }) => id),
  ]
  const payments = Map.groupBy(await paymentsOf(ctx.db, rows.flatMap(refsOf)), ({ ref }) => ref)
  return disputes.flatMap((dispute) => {
    const row = rows.find(({ id }) => id === dispute.appointment_id)
    const appointment = summaries.get(dispute.appointment_id)
    if (!row || !appointment) return []
    const all = refsOf(row).flatMap((ref) => payments.get(ref) ?? [])
    return [{ problem: presentProblem(row, dispute), appointment, paid: major(paidOf(all) - refundedOf(all)) }]
  })
}

/** One appointment as its customer, its artist or an operator sees it, with what they may do now. */
export async function presentAppointment(
  ctx: Context,
  row: AppointmentRow,
  side: 'customer' | 'provider' | 'operator',
): Promise<Appointment> {
  const [provider] = await providersShown(ctx.db, [row.provider_id])
  const [move = null] = await movesOf(ctx.db, [row.id])
  const [dispute = null] = await disputesOf(ctx.db, [row.id])
  const payments = await paymentsFor(ctx, row)
  const tip = await tipOf(ctx.db, row.id)
  const tipped = tip?.paid_at ?? null
  const agreed = await agreedOf(ctx.db, row.id)
  const paid = standing(payments)
  const trial = await findTrial(ctx.db, row.id)
  const held = heldOf(payments)
  const live = await liveOf(ctx.db, row, ctx.now)
  const iso = isoIn(row)
  const onlineBalance = provider?.online_balance ?? false
  const theirs = side !== 'customer'
  const sent = await withoutWaitingRefunds(ctx.db, payments)
  return {
    ...headlineOf(row, provider, true, side),
    side,
    lines: row.body.lines,
    tax: row.body.tax ? includedIn(row.total_minor + platformPays(row.body), row.body.tax) : null,
    earnings: theirs ? major(row.total_minor - row.fee_minor) : null,
    fee: theirs ? major(row.fee_minor) : null,
    plan: live.seen.plan,
    planned: live.planned,
    said: side === 'provider' ? live.said : standingOf(live),
    elsewhere: live.elsewhere,
    sharedWay: await presentWay(ctx, row, side),
    names: row.names,
    party: partyIn(row),
    forms: (await formsOf(ctx.db, row)).map(({ name, number, signed_number, signed_at }) => ({
      name,
      number: signed_number ?? number,
      signedAt: signed_at && iso(signed_at.getTime()),
    })),
    patchTest: await presentTest(ctx, row, side),
    trial: presentTrial(row, trial, side, ctx.now),
    guests: await guestRows(ctx, row, side, payments),
    dayOf: dayOfWork(row),
    day: row.day,
    studioAddress: row.mode === 'studio' ? (provider?.studio_address ?? '') : null,
    mobile: row.share_number || side === 'customer' ? row.requester.mobile : null,
    shareNumber: row.share_number,
    smsReminders: row.sms_reminders,
    paid: major(paidOf(payments)),
    refunded: major(refundedOf(payments)),
    refundWaiting: major(refundedOf(payments) - refundedOf(sent)),
    held: theirs ? { platform: major(held.platformMinor), provider: major(held.providerMinor) } : null,
    tip: tip && tipped ? { amount: major(tip.amount_minor), paidAt: iso(tipped.getTime()) } : null,
    balancePaid:
      row.balance_paid_at && row.balance_paid_how
        ? { at: iso(row.balance_paid_at.getTime()), how: row.balance_paid_how }
        : null,
    onlineBalance,
    credits:
      row.credit_minor > 0 && side === 'customer'
        ? (await creditsFor(ctx.db, row.id)).filter(({ state }) => state === 'kept')
        : [],
    agreedBalance: agreed ? agreedShown(row, agreed, side) : null,
    // What others paid of the bill is told by share, without their address.
    payments:
      side === 'provider'
        ? []
        : payments
            .filter((p) => side === 'operator' || p.kind !== 'share' || p.account_id === row.account_id)
            .map((p) => presentPayment(ctx, p)),
    split: side === 'provider' ? null : await sharesShown(ctx, row, sent),
    refund: timelineOf(row, paid, iso, ctx.now.getTime(), getEarnedMinor(row, trial, ctx.now)),
    move: move && presentMove(ctx, row, move, payments),
    problem: dispute && presentProblem(row, dispute),
    conversationId:
      row.account_id && side !== 'operator'
        ? await conversationIdOf(ctx.db, {
            searchId: row.search_id,
            accountId: row.account_id,
            providerId: row.provider_id,
          })
        : null,
    shareKey: await openingKey(ctx.database, ctx.env, 'sheet', row.id),
    calendarFile: side === 'provider' ? calendarFor(ctx, row, provider?.studio_address ?? '') : null,
    acts: await presentActs(ctx, row, payments, side),
    sequence: row.sequence,
    bookedAt: row.booked_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    rescueEnded: row.rescue_ended as Appointment['rescueEnded'],
    rescueUntil: row.rescue_ended === null && row.rescue_until ? iso(row.rescue_until.getTime()) : null,
    note: side === 'provider' && row.account_id ? await clientNoteOf(ctx.db, row.provider_id, row.account_id) : null,
    inMind: side === 'provider' ? await lookOfSearch(ctx.db, row.search_id) : null,
    customerScore: side === 'provider' && row.account_id ? await customerScore(ctx.db, row.account_id) : null,
    may: mayDo(row, {
      side,
      move,
      dispute,
      onlineBalance,
      tipped: tipped !== null,
      asked: agreed?.state === 'proving' || agreed?.state === 'asked',
      member: ctx.viewer.accountId !== null && ctx.viewer.accountId === row.account_id,
      now: ctx.now,
    }),
  }
}

function agreedShown(
  row: AppointmentRow,
  agreed: AgreedRow,
  side: Appointment['side'],
): NonNullable<Appointment['agreedBalance']> {
  const iso = isoIn(row)
  const due = agreedDue(agreed.at, { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() })
  return {
    at: agreed.at,
    dueAt: iso(due),
    state: agreed.state,
    consentWords: side === 'provider' ? null : agreed.consent_words,
    consentAt: iso(agreed.consent_at.getTime()),
    proveUntil: agreed.prove_until && iso(agreed.prove_until.getTime()),
  }
}

async function sharesShown(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly PaymentRow[],
): Promise<Appointment['split']> {
  if (!payments.some(({ kind }) => kind === 'share')) return null
  const bill = await billOfAppointment(ctx.db, row.id)
  return bill ? presentShares(bill, await sharesOfBill(ctx.db, bill.hold_id), payments) : null
}

function calendarFor(ctx: Context, row: AppointmentRow, studioAddress: string): string {
  const entry = {
    row,
    name: row.requester.name,
    address: row.mode === 'studio' ? studioAddress : row.day.address,
    link: `${ctx.env.publicUrl}/dashboard/appointments/${row.id}`,
  }
  return calendarFile(entry, 'provider')
}

function presentMove(ctx: Context, row: AppointmentRow, move: MoveRow, payments: readonly PaymentRow[]): Move {
  const iso = (at: Date) => dayOf(move.event_date, row.tz).iso(at.getTime())
  const { dueMinor, backMinor, keptMinor, toBalanceMinor, waivedMinor, after } = differenceOfMove(row, move)
  const payment = payments.findLast(({ ref, state }) => ref === move.id && state !== 'ended' && state !== 'voided')
  return {
    id: move.id,
    by: move.by,
    startsAt: iso(move.starts_at),
    endsAt: iso(move.ends_at),
    readyAt: move.ready_at && iso(move.ready_at),
    eventDate: move.event_date,
    total: major(after.totalMinor),
    deposit: major(after.depositMinor),
    difference: major(dueMinor),
    back: major(refundable(backMinor, payments)),
    kept: major(keptMinor),
    toBalance: major(toBalanceMinor),
    waived: major(waivedMinor),
    party: move.people ? partyIn({ body: move.body, names: move.names ?? [] }) : null,
    waitsUntil: iso(move.ends_waiting_at),
    agreed: move.agreed_at !== null,
    payment: payment ? presentPayment(ctx, payment) : null,
  }
}

function presentProblem(row: AppointmentRow, d: DisputeRow): Problem {
  const iso = isoIn(row)
  return {
    id: d.id,
    by: d.by,
    kind: d.kind,
    text: d.text,
    pictures: d.pictures.map((src) => ({ src, alt: '' })),
    otherSide: d.other_side,
    answerUntil: iso(d.answer_until.getTime()),
    state: d.state,
    outcome: d.outcome,
    refund: d.refund_minor === null ? null : major(d.refund_minor),
    reason: d.reason,
    createdAt: iso(d.created_at.getTime()),
    settledAt: d.settled_at && iso(d.settled_at.getTime()),
  }
}

/** The run sheet for whoever has its link. */
export async function presentShared(ctx: Context, row: AppointmentRow): Promise<SharedSheet> {
  const [provider] = await providersShown(ctx.db, [row.provider_id])
  const live = await liveOf(ctx.db, row, ctx.now)
  const { event, place, countryCode, timeZone, eventDate, mode, state, startsAt, endsAt, readyAt } = headlineOf(
    row,
    provider,
    false,
    null,
  )
  return {
    provider: provider?.name ?? '',
    artists: atWork(row.body.plan).artists,
    event,
    place,
    countryCode,
    timeZone,
    eventDate,
    mode,
    state,
    startsAt,
    endsAt,
    readyAt,
    plan: live.seen.plan,
    planned: live.planned,
    said: standingOf(live),
    elsewhere: live.elsewhere,
    names: row.names,
    dayOf: dayOfWork(row),
    changedAt: row.changed_at.toISOString(),
    sequence: row.sequence,
  }
}
