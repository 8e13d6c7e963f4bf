import { toHundredths } from '#contract/format.ts'
import { getInitial } from '#contract/text.ts'
import { computePlatformShare } from '#contract/price.ts'
import { presentIncludedTax } from '#contract/payments/tax.ts'
import type { Appointment, AppointmentSummary } from '#contract/appointments/appointment.ts'
import { toMajor } from '#contract/money.ts'
import { removeIdleArtists } from '#contract/search/remove-idle-artists.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { CountryCode } from '#contract/values.ts'
import { getCustomerScore } from '#server/accounts/index.ts'
import { findConversationId } from '#server/messaging/index.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { getSearchLook } from '#server/search/index.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  listDisputesOf,
  listMoves,
  listParticipants,
  listReviewed,
} from './appointments.queries.ts'
import { presentFace, createIsoFormatter, getOpenAmounts, presentParty } from './appointment-facts.ts'
import { presentParts } from './events.ts'
import { formatCalendarFile } from './attachments.ts'
import { getProviderAppointment, listAllowedActions } from './appointment-access.ts'
import { listPaymentsOfAppointment } from './appointment-payments.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'

type Shown = Awaited<ReturnType<typeof listParticipants>>[number]

const shortName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${getInitial(last)}` : first
}

export function headlineOf(
  row: AppointmentRow,
  provider: Shown | undefined,
  full: boolean,
  side: 'customer' | 'provider' | 'operator' | null,
) {
  const iso = createIsoFormatter(row)
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
    total: toMajor(row.total_minor),
    deposit: toMajor(row.deposit_minor),
    balance: toMajor(row.total_minor - row.deposit_minor - getOpenAmounts(row).laterMinor),
    inFull: row.in_full,
    provider: {
      _id: row.provider_id,
      slug: provider?.slug ?? '',
      name: provider?.name ?? '',
      profileImg: presentFace(provider),
      artists: removeIdleArtists(row.body.plan).artists,
    },
    customer: { id: row.account_id, name: full ? row.requester.name : shortName(row.requester.name) },
  }
}

export const dayOfWork = (row: AppointmentRow): Appointment['dayOf'] => {
  const iso = createIsoFormatter(row)
  const at = (instant: Date | null) => instant && iso(instant.getTime())
  return {
    leftAt: at(row.left_at),
    arrivedAt: at(row.arrived_at),
    lateMinutes: row.late_minutes,
    doneAt: at(row.done_at),
  }
}

export async function presentSummaries(
  ctx: Context,
  rows: readonly AppointmentRow[],
  side: 'customer' | 'provider' | 'operator',
): Promise<AppointmentSummary[]> {
  const ids = rows.map(({ id }) => id)
  const [providers, moves, disputes, reviewed] = [
    new Map(
      (await listParticipants(ctx.db, [...new Set(rows.map(({ provider_id }) => provider_id))])).map((p) => [p.id, p]),
    ),
    new Map((await listMoves(ctx.db, ids)).map((move) => [move.appointment_id, move])),
    new Map(
      (await listDisputesOf(ctx.db, ids)).filter(({ state }) => state === 'open').map((d) => [d.appointment_id, d]),
    ),
    await listReviewed(ctx.db, ids, side),
  ]
  const answerBy = (row: AppointmentRow): Date | null => {
    const [move, dispute] = [moves.get(row.id), disputes.get(row.id)]
    if (dispute) return dispute.by !== side && dispute.other_side === null ? dispute.answer_until : null
    return move && move.by !== side ? move.ends_waiting_at : null
  }
  return rows.map((row) => ({
    ...headlineOf(row, providers.get(row.provider_id), true, side),
    answerBy: side === 'operator' ? null : (answerBy(row)?.toISOString() ?? null),
    waits: disputes.has(row.id)
      ? 'problem'
      : moves.has(row.id)
        ? 'move'
        : row.rescue_until && !row.rescue_ended && row.rescue_until > ctx.now
          ? 'rescue'
          : null,
    reviewed: reviewed.has(row.id),
    balancePaid: row.balance_paid_at !== null,
    earnings: side === 'customer' ? null : toMajor(row.total_minor - row.fee_minor),
    services: [...new Set(row.body.plan.blocks.map(({ label }) => label))],
    artistTimes: listArtistTimes(row.body.plan),
  }))
}

function listArtistTimes({ blocks }: Plan): AppointmentSummary['artistTimes'] {
  return [...Map.groupBy(blocks, ({ artistIndex }) => artistIndex).values()].map((own) => ({
    artist: own[0]?.artist ?? '',
    from: own.map(({ from }) => from).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? '',
    to: own.map(({ to }) => to).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? '',
    services: [...new Set(own.map(({ label }) => label))],
  }))
}

/** Presents an appointment to its customer, its artist or an operator, with the allowed actions. */
export async function presentAppointment(
  ctx: Context,
  row: AppointmentRow,
  side: 'customer' | 'provider' | 'operator',
): Promise<Appointment> {
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  const [move = null] = await listMoves(ctx.db, [row.id])
  const [dispute = null] = await listDisputesOf(ctx.db, [row.id])
  const payments = await listPaymentsOfAppointment(ctx, row)
  const parts = await presentParts(ctx, { row, side, provider, payments, move, dispute })
  const iso = createIsoFormatter(row)
  const onlineBalance = provider?.online_balance ?? false
  const theirs = side !== 'customer'
  return {
    ...headlineOf(row, provider, true, side),
    ...parts,
    side,
    lines: row.body.lines,
    tax: row.body.tax ? presentIncludedTax(row.total_minor + computePlatformShare(row.body), row.body.tax) : null,
    earnings: theirs ? toMajor(row.total_minor - row.fee_minor) : null,
    fee: theirs ? toMajor(row.fee_minor) : null,
    center: row.lat === null || row.lng === null ? null : [toHundredths(row.lng), toHundredths(row.lat)],
    names: row.names,
    guardianConfirmedAt: row.guardian_confirmed_at?.toISOString() ?? null,
    party: presentParty(row),
    dayOf: dayOfWork(row),
    // Health data: for the artist, not for the console.
    day: side === 'operator' ? { ...row.day, allergies: '' } : row.day,
    studioAddress: row.mode === 'studio' ? (provider?.studio_address ?? '') : null,
    mobile: row.share_number || side === 'customer' ? row.requester.mobile : null,
    shareNumber: row.share_number,
    smsReminders: row.sms_reminders,
    reviewed: (await listReviewed(ctx.db, [row.id], side)).has(row.id),
    balancePaid:
      row.balance_paid_at && row.balance_paid_how
        ? { at: iso(row.balance_paid_at.getTime()), how: row.balance_paid_how }
        : null,
    onlineBalance,
    conversationId:
      row.account_id && side !== 'operator'
        ? await findConversationId(ctx.db, {
            searchId: row.search_id,
            accountId: row.account_id,
            providerId: row.provider_id,
          })
        : null,
    shareKey: await createLinkKey(ctx.database, ctx.env, 'sheet', row.id),
    calendarFile: side === 'provider' ? calendarFor(ctx, row, provider?.studio_address ?? '') : null,
    sequence: row.sequence,
    bookedAt: row.booked_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    rescueEnded: row.rescue_ended as Appointment['rescueEnded'],
    rescueUntil: row.rescue_ended === null && row.rescue_until ? iso(row.rescue_until.getTime()) : null,
    inMind: side === 'provider' ? await getSearchLook(ctx.db, row.search_id) : null,
    customerScore: side === 'provider' && row.account_id ? await getCustomerScore(ctx.db, row.account_id) : null,
    may: listAllowedActions(row, {
      side,
      move,
      dispute,
      onlineBalance,
      tipped: parts.tip !== null,
      asked: parts.agreedBalance?.state === 'proving' || parts.agreedBalance?.state === 'asked',
      member: ctx.viewer.accountId !== null && ctx.viewer.accountId === row.account_id,
      now: ctx.now,
    }),
  }
}

function calendarFor(ctx: Context, row: AppointmentRow, studioAddress: string): string {
  const entry = {
    row,
    name: row.requester.name,
    address: row.mode === 'studio' ? studioAddress : row.day.address,
    link: `${ctx.env.publicUrl}/dashboard/appointments/${row.id}`,
  }
  return formatCalendarFile(entry, 'provider')
}

/** Presents an appointment within a transaction. The caller must have checked ownership. */
export async function presentBooking(ctx: Context, id: string) {
  const row = await findAppointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return { appointment: await presentAppointment(ctx, row, 'customer') }
}

type Calls = typeof providerBookings

export const presentOwnAppointment = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await getProviderAppointment(ctx, id), 'provider'),
})

export const readAppointment = (
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> => presentOwnAppointment(ctx, appointmentId)
