import type { DayDetails } from '#contract/bookings/appointment.ts'
import type { Hold } from '#contract/bookings/holds.ts'
import { presentQuote, quoteById, type QuoteRow } from '#server/search/index.ts'
import { creditsFor, type PayablePayment, paymentsOf, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { billStateOf, holdById, type HoldRow } from './hold-queries.ts'
import { appointmentOfHold } from '#server/bookings/appointments/appointment-queries.ts'

export type KeptDay = DayDetails & { names: string[]; shareNumber: boolean; smsReminders: boolean }

/** A kept time as its customer sees it, with its countdown, its payment and the booking it has become. */
export async function presentHold(ctx: Context, id: string): Promise<Hold> {
  const row = await holdById(ctx.db, id)
  const quote = row && (await quoteById(ctx.db, row.search_id, row.quote_id))
  if (!row || !quote) throw new Refusal('not_found')
  const payments = await paymentsOf(ctx.db, [row.id])
  return shownHold(ctx, row, quote, {
    payment: payments.at(-1),
    appointmentId: row.state === 'booked' ? await appointmentOfHold(ctx.db, row.id) : null,
    credits: row.credit_minor > 0 ? await creditsFor(ctx.db, row.id) : [],
    bill: row.split ? await billStateOf(ctx.db, row.id) : null,
  })
}

type More = {
  payment?: PayablePayment | undefined
  appointmentId?: string | null
  credits?: Hold['credits']
  bill?: Hold['bill']
}

/** The same of rows that are known. */
export function shownHold(
  ctx: Context,
  row: HoldRow,
  quote: QuoteRow,
  { payment, appointmentId = null, credits = [], bill = null }: More,
): Hold {
  const kept = row.day as KeptDay | null
  return {
    id: row.id,
    state: row.state as Hold['state'],
    expiresAt: row.expires_at.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((row.expires_at.getTime() - ctx.now.getTime()) / 1000)),
    endReason: row.end_reason as Hold['endReason'],
    searchId: row.search_id,
    profileId: row.provider_id,
    slug: quote.slug,
    name: quote.name,
    quote: presentQuote(quote),
    day: kept,
    names: kept?.names ?? [],
    appointmentId,
    payment: payment ? presentPayment(ctx, payment) : null,
    inFull: row.in_full,
    credits,
    bill,
  }
}
