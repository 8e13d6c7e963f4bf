import { MAILED_LINK_DAYS, type mailedBookings } from '#contract/bookings/mailed-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { findAccount } from '#server/accounts/index.ts'
import {
  type AppointmentRow,
  findAppointmentById,
  findParties,
  listPaymentsOfAppointment,
} from '#server/appointments/index.ts'
import { findConversationId, readConversation, sendMessage } from '#server/messaging/index.ts'
import { getReceipt } from '#server/payments/index.ts'
import { type Context, nobody, replaceViewer } from '#server/platform/context.ts'
import { openLinkKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'

export async function readMailedBooking(
  ctx: Context,
  { key, before }: InputOf<typeof mailedBookings.read>,
): Promise<OutputOf<typeof mailedBookings.read>> {
  const { row, customer, conversationId } = await getBookingByKey(ctx, key)
  const payments = await listPaymentsOfAppointment(customer, row)
  const paid = payments.find((of) => of.state === 'captured' && of.account_id === row.account_id)
  return {
    booking: {
      appointmentId: row.id,
      event: row.event,
      eventDate: row.event_date,
      countryCode: row.country_code as CountryCode,
      timeZone: row.tz,
      openUntil: zonedDay(new Date(row.ends_at.getTime() + OPEN_MS).toISOString(), row.tz),
      provider: (await findParties(ctx.db, row))?.provider ?? '',
      receipt: paid ? (await getReceipt(customer, { paymentId: paid.id })).receipt : null,
      talk: conversationId ? await readConversation(customer, { conversationId, before }) : null,
    },
  }
}

export async function writeByMailedLink(
  ctx: Context,
  { key, text }: InputOf<typeof mailedBookings.write>,
): Promise<OutputOf<typeof mailedBookings.write>> {
  const { customer, conversationId } = await getBookingByKey(ctx, key)
  if (!conversationId) throw new Refusal('not_found')
  return sendMessage(customer, { conversationId, text, pictures: [] })
}

const OPEN_MS = MAILED_LINK_DAYS * 86_400_000

/**
 * Returns the booking of a mailed link, and a context that acts as its customer within this file only. Throws
 * `not_found` for a wrong or expired key, after the customer's address has changed, and if their account is suspended
 * or deleted.
 */
async function getBookingByKey(
  ctx: Context,
  key: string,
): Promise<{ row: AppointmentRow; customer: Context; conversationId: string | null }> {
  const opened: { row?: AppointmentRow } = {}
  const id = await openLinkKey(ctx.database, ctx.env, 'booking', key, async (appointmentId) => {
    const row = await findAppointmentById(ctx.db, appointmentId)
    const account = row?.account_id ? await findAccount(ctx.db, row.account_id) : undefined
    // A stand-in belongs to the account whose address was typed.
    const owner = account?.stands_in_for ? await findAccount(ctx.db, account.stands_in_for) : account
    if (!row || !account || !owner || account.suspended_at || owner.suspended_at) return null
    opened.row = row
    return account.email
  })
  const { row } = opened
  if (!id || !row?.account_id || row.ends_at.getTime() + OPEN_MS <= ctx.now.getTime()) throw new Refusal('not_found')
  const of = { searchId: row.search_id, accountId: row.account_id, providerId: row.provider_id }
  return {
    row,
    customer: replaceViewer(ctx, { ...nobody, accountId: row.account_id }),
    conversationId: await findConversationId(ctx.db, of),
  }
}
