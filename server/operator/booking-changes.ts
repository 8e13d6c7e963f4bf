import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import {
  changeFor,
  doTeamAct,
  freeTimesFor,
  goodwillOf,
  moveFor,
  othersFor,
  previewTeamAct,
  refuseOver,
  rescueSearch,
  swapFor,
} from '#server/bookings/index.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from './bookings.ts'
import { presentAppointment } from '#server/appointments/index.ts'
import { newCredit } from '#server/payments/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'

/** When the artist of a booking is free on a day for it. */
export async function showBookingTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof operatorBookings.times>,
): Promise<OutputOf<typeof operatorBookings.times>> {
  const { times } = await freeTimesFor(ctx, await appointmentRow(ctx, appointmentId), eventDate)
  return { times }
}

const MOST = 12

/** Who else could come to a booking that stands. */
export async function listOtherArtists(
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorBookings.others>,
): Promise<OutputOf<typeof operatorBookings.others>> {
  const row = await appointmentRow(ctx, appointmentId)
  refuseOver(row, ctx.now)
  const { cards } = await othersFor(ctx, row, await rescueSearch(ctx, row))
  return {
    artists: cards.slice(0, MOST).map(({ _id, name, slug, location, price }) => ({
      id: _id,
      name,
      slug,
      area: location.area,
      price: price ?? 0,
    })),
  }
}

/** What other people or services would do to a booking; nothing is done. */
export async function previewBookingChange(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewChange>,
): Promise<OutputOf<typeof operatorBookings.previewChange>> {
  const act = await changeFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

/** Changes the people or services of a booking as it was shown. */
export async function changeBooking(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.change>,
): Promise<OutputOf<typeof operatorBookings.change>> {
  const act = await changeFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  return doTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

/** What moving a booking would do; nothing is done. */
export async function previewBookingMove(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewMove>,
): Promise<OutputOf<typeof operatorBookings.previewMove>> {
  const act = await moveFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

/** Moves a booking as it was shown. */
export async function moveBooking(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.move>,
): Promise<OutputOf<typeof operatorBookings.move>> {
  const act = await moveFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  return doTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

/** What another artist would do to a booking; nothing is done. */
export async function previewArtistSwap(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewSwap>,
): Promise<OutputOf<typeof operatorBookings.previewSwap>> {
  const act = await swapFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

/** Has another artist come, as it was shown. */
export async function swapArtist(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.swap>,
): Promise<OutputOf<typeof operatorBookings.swap>> {
  const act = await swapFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  return doTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

/** What goodwill would do; nothing is done. */
export async function previewGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.previewGoodwill>,
): Promise<OutputOf<typeof operatorBookings.previewGoodwill>> {
  const preview = await previewTeamAct(ctx, asked, goodwillOf(amount, as === 'credit' ? await newCredit(ctx) : null))
  await recordSeen(ctx, asked.appointmentId)
  return { preview }
}

/** Gives goodwill as it was shown. */
export async function giveGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.goodwill>,
): Promise<OutputOf<typeof operatorBookings.goodwill>> {
  return doTeamAct(
    ctx,
    asked,
    goodwillOf(amount, as === 'credit' ? await newCredit(ctx) : null),
    async (tx, row, preview) => ({ appointment: await presentAppointment(tx, row, 'operator'), preview }),
  )
}

/** Writes down that an operator has seen whom a booking's mails go to. */
async function recordSeen(ctx: Context, appointmentId: string): Promise<void> {
  const { id, account_id } = await appointmentRow(ctx, appointmentId)
  await recordAccess(ctx, { what: 'booking', subjectId: id, of: [account_id] })
}
