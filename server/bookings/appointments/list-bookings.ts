import type { bookings } from '#contract/bookings/bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentsOfAccount } from './appointment-queries.ts'
import { summariesOf } from './present-appointment.ts'

type Calls = typeof bookings
const MOST = 200

/** One's own bookings: what is ahead, soonest first, and what is past, newest first. */
export async function listBookings(ctx: Context): Promise<OutputOf<Calls['list']>> {
  const all = await summariesOf(
    ctx,
    await appointmentsOfAccount(ctx.db, ctx.viewer.accountId as string, MOST),
    'customer',
  )
  const isAhead = (one: (typeof all)[number]) =>
    (one.state === 'booked' && Date.parse(one.endsAt) > ctx.now.getTime()) || one.waits === 'rescue'
  return { ahead: all.filter(isAhead).reverse(), past: all.filter((one) => !isAhead(one)) }
}
