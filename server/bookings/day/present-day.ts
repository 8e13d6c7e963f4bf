import type { AppointmentParts } from '#server/bookings/appointments/events.ts'
import { guestRows } from '#server/bookings/guests/guest-rows.ts'
import { liveOf, standingOf } from './live-of.ts'
import { presentWay } from './present-way.ts'

/** Presents the guests of an appointment, and its day as it runs now. */
export const presentDay: AppointmentParts['party'] = async (ctx, { row, side, payments }) => {
  const live = await liveOf(ctx.db, row, ctx.now)
  return {
    plan: live.seen.plan,
    planned: live.planned,
    said: side === 'provider' ? live.said : standingOf(live),
    elsewhere: live.elsewhere,
    sharedWay: await presentWay(ctx, row, side),
    guests: await guestRows(ctx, row, side, payments),
  }
}
