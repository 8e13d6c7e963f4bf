import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import { openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'
import {
  openPayment,
  type PaymentRow,
  listPaymentsOf,
  presentPayment,
  hidePendingRefunds,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findQuoteById } from '#server/search/index.ts'
import { findAppointmentById, type AppointmentRow, presentFace, listParticipants } from '#server/appointments/index.ts'
import { getCallerHold } from './caller-holds.ts'
import { findHold, type HoldRow, findSearchForBooking } from './holds.queries.ts'
import { presentShares, computeReservedForBill, getShareState } from './shared-bills.ts'
import { findBill, type BillRow, findShareById, type ShareRow, listSharesOfBill } from './shared-bills.queries.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { listUnrefundedPayments } from '#server/billing/index.ts'

export async function readBill(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.readBill>,
): Promise<OutputOf<typeof bookings.readBill>> {
  const hold = await getCallerHold(ctx, holdId)
  const bill = await findBill(ctx.db, hold.id)
  const search = await findSearchForBooking(ctx.db, hold.search_id)
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!bill || !search || !quote) throw new Refusal('not_found')
  const rows = await listSharesOfBill(ctx.db, hold.id)
  const [provider] = await listParticipants(ctx.db, [hold.provider_id])
  const { reservedMinor, openMinor, payments } = await computeReservedForBill(ctx.db, bill.due_minor, [
    ...rows.map(({ id }) => id),
    hold.id,
  ])
  const who = hold.requester as Requester | null
  const links = bill.state === 'open'
  const shares = await Promise.all(
    presentShares(bill, rows, await hidePendingRefunds(ctx.db, payments)).map(async (share, i) => {
      const id = rows[i]?.id
      return {
        ...share,
        key: id && links && !share.mine ? await createLinkKey(ctx.database, ctx.env, 'share', id) : null,
      }
    }),
  )
  return {
    bill: {
      holdId: hold.id,
      searchId: hold.search_id,
      state: bill.state,
      provider: quote.name,
      slug: quote.slug,
      profileImg: presentFace(provider),
      event: who?.event ?? '',
      eventDate: search.event_date,
      countryCode: search.country_code as CountryCode,
      timeZone: search.tz,
      currency: quote.currency,
      email: who?.email ?? '',
      total: toMajor(rows.reduce((sum, { total_minor }) => sum + total_minor, 0)),
      due: toMajor(bill.due_minor),
      reserved: toMajor(reservedMinor),
      open: toMajor(openMinor),
      sharesUntil: bill.shares_until?.toISOString() ?? null,
      restUntil: bill.rest_until?.toISOString() ?? null,
      appointmentId: bill.appointment_id,
      shares,
    },
  }
}

export async function payRest(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.payRest>,
): Promise<OutputOf<typeof bookings.payRest>> {
  const hold = await getCallerHold(ctx, holdId)
  const bill = await findBill(ctx.db, hold.id)
  const search = await findSearchForBooking(ctx.db, hold.search_id)
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!bill || !search || !quote) throw new Refusal('not_found')
  const who = hold.requester as Requester | null
  if (bill.state !== 'open' || hold.state !== 'held' || hold.expires_at <= ctx.now || !who)
    throw new Refusal('bill_closed')
  const shares = await listSharesOfBill(ctx.db, hold.id)
  const { openMinor, payments } = await computeReservedForBill(ctx.db, bill.due_minor, [
    ...shares.map(({ id }) => id),
    hold.id,
  ])
  if (openMinor === 0) throw new Refusal('bill_closed')
  const feeMinor =
    shares.reduce((sum, { fee_minor }) => sum + fee_minor, 0) -
    listUnrefundedPayments(payments).reduce((sum, one) => sum + one.feeMinor, 0)
  const payment = await openPayment(ctx, {
    kind: 'deposit',
    ref: hold.id,
    accountId: hold.account_id,
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: quote.currency,
    amountMinor: openMinor,
    feeMinor: Math.max(0, Math.min(openMinor, feeMinor)),
    description: `${who.event}, ${formatDate(search.event_date, search.country_code as Country)}, ${quote.name}`,
    email: who.email,
  })
  return ctx.idempotent(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** The payer sees the lines of their own share and people's first names, but no location or contact details. */
export async function readShare(
  ctx: Context,
  { key }: InputOf<typeof bookings.readShare>,
): Promise<OutputOf<typeof bookings.readShare>> {
  const { share, bill, hold, appointment, payments } = await shareOfKey(ctx, key)
  const search = await findSearchForBooking(ctx.db, hold.search_id)
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  const [provider] = await listParticipants(ctx.db, [appointment?.provider_id ?? hold.provider_id])
  if (!search || !quote) throw new Refusal('not_found')
  const all = await listSharesOfBill(ctx.db, hold.id)
  const of = presentShares(
    bill,
    all,
    await hidePendingRefunds(
      ctx.db,
      await listPaymentsOf(
        ctx.db,
        all.map(({ id }) => id),
      ),
    ),
  )
  const who = hold.requester as Requester | null
  const till = bill.state === 'open' ? bill.rest_until : null
  return {
    share: {
      name: firstOf(share.name),
      booker: firstOf(who?.name ?? ''),
      provider: provider?.name ?? quote.name,
      profileImg: presentFace(provider),
      event: who?.event ?? '',
      eventDate: appointment?.event_date ?? search.event_date,
      countryCode: search.country_code as CountryCode,
      timeZone: search.tz,
      currency: quote.currency,
      lines: share.lines.map(({ label, amountMinor, of }) => ({ label, amount: toMajor(amountMinor), of })),
      total: toMajor(share.total_minor),
      due: toMajor(share.due_minor),
      later: toMajor(share.total_minor - share.due_minor),
      ...getShareState(bill, await hidePendingRefunds(ctx.db, payments)),
      until: till?.toISOString() ?? null,
      people: of.length,
      paid: of.filter(({ state }) => state !== 'open').length,
      policy: quote.policy,
      booked: appointment?.state === 'booked' || appointment?.state === 'completed',
    },
  }
}

export async function payShare(
  ctx: Context,
  { key, email }: InputOf<typeof bookings.payShare>,
): Promise<OutputOf<typeof bookings.payShare>> {
  const { share, bill, hold, payments } = await shareOfKey(ctx, key)
  const search = await findSearchForBooking(ctx.db, hold.search_id)
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!search || !quote) throw new Refusal('not_found')
  if (bill.state !== 'open' || hold.state !== 'held') throw new Refusal('bill_closed')
  if (getShareState(bill, payments).state !== 'open') throw new Refusal('share_paid')
  const who = hold.requester as Requester | null
  const payment = await openPayment(ctx, {
    kind: 'share',
    ref: share.id,
    accountId: ctx.viewer.accountId,
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: quote.currency,
    amountMinor: share.due_minor,
    feeMinor: share.fee_minor,
    description: `Share, ${who?.event ?? ''}, ${formatDate(search.event_date, search.country_code as Country)}, ${quote.name}`,
    email,
    perBrowser: true,
  })
  return ctx.idempotent(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

const DAY_MS = 86_400_000
/** How long payers can read a bill after the event, or after a cancellation. */
const AFTER_EVENT_MS = 60 * DAY_MS
const AFTER_END_MS = 7 * DAY_MS

type OpenedShare = {
  share: ShareRow
  bill: BillRow
  hold: HoldRow
  appointment: AppointmentRow | null
  payments: PaymentRow[]
}

/** Throws the same `not_found` for an invalid key, an unopened bill and an expired link. */
async function shareOfKey(ctx: Context, key: string): Promise<OpenedShare> {
  const id = await openLinkKey(ctx.database, ctx.env, 'share', key)
  const share = id ? await findShareById(ctx.db, id) : undefined
  const bill = share && (await findBill(ctx.db, share.hold_id))
  const hold = bill && (await findHold(ctx.db, bill.hold_id))
  if (!share || !bill || !hold || bill.state === 'asked') throw new Refusal('not_found')
  const appointment = bill.appointment_id ? ((await findAppointmentById(ctx.db, bill.appointment_id)) ?? null) : null
  const payments = await listPaymentsOf(ctx.db, [share.id])
  const ends =
    bill.state === 'open'
      ? (bill.rest_until?.getTime() ?? 0)
      : appointment
        ? appointment.ends_at.getTime() + AFTER_EVENT_MS
        : payments.some(({ authorised_at }) => authorised_at) && bill.ended_at
          ? bill.ended_at.getTime() + AFTER_END_MS
          : 0
  if (ends <= ctx.now.getTime()) throw new Refusal('not_found')
  return { share, bill, hold, appointment, payments }
}
