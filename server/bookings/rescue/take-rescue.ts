import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { bookableQuote, findSearch, presentQuote, quoteById, resolveSearch } from '#server/search/index.ts'
import { sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'

import { updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { afterBooking } from '#server/bookings/holds/after-booking.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { bookInstead } from './book-instead.ts'
import { carryPromo } from './carry-promo.ts'
import { getDaySums } from '#server/bookings/linked-appointments/trial-money.ts'
import { carriedOf, mostMinorOf } from './rescue-artists.ts'

/** Books somebody else with the deposit that was paid: day, people and notes carry over, what is too much of it goes back. */
export async function takeRescue(
  ctx: Context,
  { appointmentId, profileId, hash }: InputOf<typeof bookings.takeRescue>,
): Promise<OutputOf<typeof bookings.takeRescue>> {
  const before = await ownAppointment(ctx, appointmentId)
  if (!before.rescue_until || before.rescue_ended || before.rescue_until <= ctx.now) throw new Refusal('state_changed')
  const search = await findSearch(ctx.database, before.rescue_search_id ?? before.search_id)
  if (!search) throw new Refusal('not_found')
  const { locked, why, providerId } = await bookableQuote(
    ctx,
    resolveSearch(search, await catalogOf(ctx.database), ctx.now),
    profileId,
    before.mode,
  )
  await refuseOwnProfile(ctx, providerId, before.requester.email)
  const promo = carriedOf(before)
  if (!locked?.plan || why || minor(locked.total) > mostMinorOf(before)) throw new Refusal('slot_taken')
  if (hash && hash !== locked.hash) throw new Refusal('quote_changed', { detail: { locked } })

  const answer = await ctx.once(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const row = found?.row
    const plain = await quoteById(tx.db, search.id, locked.id)
    const quote = plain && promo ? await carryPromo(tx, plain, { promo, from: appointmentId }) : plain
    const place = await searchForBooking(tx.db, search.id)
    if (!found || !row?.rescue_until || row.rescue_ended || !quote || !place) throw new Refusal('state_changed')
    const agreed = presentQuote(quote)
    if (minor(agreed.total) > getDaySums(row).total_minor) throw new Refusal('slot_taken')
    const made = await bookInstead(tx, { row, payments: found.payments, search: place, quote })
    await publishAppointment(
      tx,
      await updateAppointment(tx.db, row.id, { rescue_ended: 'rebooked', changed_at: tx.now }),
      'appointment.changed',
    )
    await afterBooking(tx, made.id)
    return { appointment: await presentAppointment(tx, made, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}
