import type { ActBears } from '#contract/operator/booking-acts.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { bookableQuote, findSearch, quoteById, resolveSearch } from '#server/search/index.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { endAppointment } from '#server/bookings/appointments/cancel-booking.ts'
import { afterBooking } from '#server/bookings/holds/after-booking.ts'
import { announceBooked } from '#server/bookings/holds/announce-booked.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { isOfBalance, wholeOf } from '#server/bookings/money/money-of.ts'
import { refundShare } from '#server/bookings/money/refund-share.ts'
import { soon, tell } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'
import { bookInstead } from '#server/bookings/rescue/book-instead.ts'
import { carryPromo } from '#server/bookings/rescue/carry-promo.ts'
import { carriedOf, rescueSearch } from '#server/bookings/rescue/rescue-artists.ts'
import { getDaySums } from '#server/bookings/linked-appointments/trial-money.ts'
import type { Found, TeamAct } from './act-of-team.ts'
import { keepPrice } from './keep-price.ts'
import { refuseOver } from './move-for-team.ts'
import { keepAct } from './team-queries.ts'

/** Has another artist come, who is free for the same party at the same time, with the deposit that was paid; all three have agreed on it with the team. Not inside a transaction. */
export async function swapFor(
  ctx: Context,
  row: AppointmentRow,
  { profileId, bears }: { profileId: string; bears: ActBears },
): Promise<TeamAct> {
  refuseOver(row, ctx.now)
  const searchId = await rescueSearch(ctx, row)
  const search = await findSearch(ctx.database, searchId)
  if (!search) throw new Refusal('state_changed')
  const asked = resolveSearch(search, await catalogOf(ctx.database), ctx.now)
  const { locked, why, providerId } = await bookableQuote(ctx, asked, profileId, row.mode)
  if (!locked?.plan || why || providerId === row.provider_id) throw new Refusal('slot_taken')
  await refuseOwnProfile(ctx, providerId, row.requester.email)
  return {
    kind: 'swapped',
    newProviderId: providerId,
    run: async (tx, found) => {
      if (found.row.state !== 'booked' || found.row.sequence !== row.sequence) throw new Refusal('state_changed')
      const made = await swapped(tx, found, { searchId, quoteId: locked.id, bears })
      const { sender, reason } = found
      const said = { from: row.provider_id, to: made.provider_id }
      // Both bookings say what became of them.
      const act = { kind: 'swapped' as const, said, reason, acted_by: tx.viewer.accountId, at: tx.now }
      await keepAct(tx.db, { ...act, id: crypto.randomUUID(), appointment_id: made.id })
      await tellSwapped(tx, found, made)
      await afterBooking(tx, made.id)
      return { row: made, said, second: false, follows: (quiet) => announceBooked(quiet, sender, [made]) }
    },
  }
}

type To = { searchId: string; quoteId: string; bears: ActBears }

async function swapped(tx: Context, { row, payments, reason }: Found, to: To): Promise<AppointmentRow> {
  const plain = await quoteById(tx.db, to.searchId, to.quoteId)
  const search = await searchForBooking(tx.db, to.searchId)
  if (!plain || !search) throw new Refusal('state_changed')
  await endAppointment(tx, row, 'operator', reason)
  // As where an artist cancels: a balance that was paid before goes back, and is owed to whoever comes instead.
  await refundShare(tx, payments.filter(isOfBalance), 100, wholeOf(row), {
    reason: 'Another artist comes instead.',
    fact: `swap:${row.id}`,
  })
  const promo = carriedOf(row)
  const quote = promo ? await carryPromo(tx, plain, { promo, from: row.id }) : plain
  if (!quote) throw new Refusal('state_changed')
  const { bears } = to
  const made = await bookInstead(tx, {
    row,
    payments,
    search,
    quote,
    ...(bears === 'customer' ? {} : { price: (frozen) => atKeptPrice(getDaySums(row), frozen, bears) }),
  })
  await updateAppointment(tx.db, row.id, {
    rescue_until: tx.now,
    rescue_ended: 'rebooked',
    rescue_search_id: to.searchId,
    changed_at: tx.now,
  })
  return made
}

type Frozen = Pick<AppointmentRow, 'body' | 'total_minor' | 'deposit_minor' | 'fee_minor'>
function atKeptPrice<F extends Frozen>(row: Parameters<typeof keepPrice>[0], frozen: F, bears: 'artist' | 'house'): F {
  const { total_minor: totalMinor, deposit_minor: depositMinor, fee_minor: feeMinor, body } = frozen
  const kept = keepPrice(row, { body, totalMinor, depositMinor, feeMinor }, bears)
  return {
    ...frozen,
    body: kept.body,
    total_minor: kept.totalMinor,
    deposit_minor: kept.depositMinor,
    fee_minor: kept.feeMinor,
  }
}

async function tellSwapped(tx: Context, { row, sender, reason }: Found, made: AppointmentRow): Promise<void> {
  const parties = await partiesOf(tx.db, made)
  const values = { reason: reason.replace(/\.$/, ''), newName: parties?.provider ?? '' }
  const urgent = soon(tx.now, row.starts_at)
  for (const side of ['customer', 'provider'] as const)
    await tell(tx, sender, row, side, `swapped.${side}`, {
      values,
      urgent,
      fact: `swapped ${side} ${row.id}`,
      ...(side === 'customer' ? { path: `/customer-dashboard/bookings/${made.id}` } : {}),
    })
}
