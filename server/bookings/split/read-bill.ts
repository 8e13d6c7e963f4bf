import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import { withoutWaitingRefunds } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { quoteById } from '#server/search/index.ts'
import { providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { faceOf } from '#server/bookings/appointments/face-of.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { reservedFor } from './reserved-for.ts'
import { presentShares } from './present-shares.ts'
import { billOf, sharesOfBill } from './split-queries.ts'

/** The shared bill of the caller's kept time, with the links that they send to the others. */
export async function readBill(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.readBill>,
): Promise<OutputOf<typeof bookings.readBill>> {
  const hold = await ownHold(ctx, holdId)
  const bill = await billOf(ctx.db, hold.id)
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!bill || !search || !quote) throw new Refusal('not_found')
  const rows = await sharesOfBill(ctx.db, hold.id)
  const [provider] = await providersShown(ctx.db, [hold.provider_id])
  const { reservedMinor, openMinor, payments } = await reservedFor(ctx.db, bill.due_minor, [
    ...rows.map(({ id }) => id),
    hold.id,
  ])
  const who = hold.requester as Requester | null
  const links = bill.state === 'open'
  const shares = await Promise.all(
    presentShares(bill, rows, await withoutWaitingRefunds(ctx.db, payments)).map(async (share, i) => {
      const id = rows[i]?.id
      return { ...share, key: id && links && !share.mine ? await openingKey(ctx.database, ctx.env, 'share', id) : null }
    }),
  )
  return {
    bill: {
      holdId: hold.id,
      searchId: hold.search_id,
      state: bill.state,
      provider: quote.name,
      slug: quote.slug,
      profileImg: faceOf(provider),
      event: who?.event ?? '',
      eventDate: search.event_date,
      countryCode: search.country_code as CountryCode,
      timeZone: search.tz,
      currency: quote.currency,
      email: who?.email ?? '',
      total: major(rows.reduce((sum, { total_minor }) => sum + total_minor, 0)),
      due: major(bill.due_minor),
      reserved: major(reservedMinor),
      open: major(openMinor),
      sharesUntil: bill.shares_until?.toISOString() ?? null,
      restUntil: bill.rest_until?.toISOString() ?? null,
      appointmentId: bill.appointment_id,
      shares,
    },
  }
}
