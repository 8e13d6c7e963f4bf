import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import {
  cancelForCustomer,
  changeFor,
  markNoShow,
  type TeamAct,
  undoCashRecord,
  executeTeamAct,
  listFreeTimesOfBooking,
  createGoodwillAct,
  moveFor,
  listRescueArtists,
  previewTeamAct,
  assertNotBegun,
  getRescueSearch,
  swapFor,
} from '#server/bookings/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getAppointmentRow } from './bookings.ts'
import { presentAppointment } from '#server/appointments/index.ts'
import { createGoodwillCredit } from '#server/payments/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'

type Calls = typeof operatorBookings

export async function listBookingTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof operatorBookings.times>,
): Promise<OutputOf<typeof operatorBookings.times>> {
  const { times } = await listFreeTimesOfBooking(ctx, await getAppointmentRow(ctx, appointmentId), eventDate)
  return { times }
}

const MOST = 12

export async function listOtherArtists(
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorBookings.others>,
): Promise<OutputOf<typeof operatorBookings.others>> {
  const row = await getAppointmentRow(ctx, appointmentId)
  assertNotBegun(row, ctx.now)
  const { cards } = await listRescueArtists(ctx, row, await getRescueSearch(ctx, row))
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

export async function previewBookingChange(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewChange>,
): Promise<OutputOf<typeof operatorBookings.previewChange>> {
  const act = await changeFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

export async function changeBooking(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.change>,
): Promise<OutputOf<typeof operatorBookings.change>> {
  const act = await changeFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  return executeTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

export async function previewBookingMove(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewMove>,
): Promise<OutputOf<typeof operatorBookings.previewMove>> {
  const act = await moveFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

export async function moveBooking(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.move>,
): Promise<OutputOf<typeof operatorBookings.move>> {
  const act = await moveFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  return executeTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

export async function previewArtistSwap(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewSwap>,
): Promise<OutputOf<typeof operatorBookings.previewSwap>> {
  const act = await swapFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}

export async function swapArtist(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.swap>,
): Promise<OutputOf<typeof operatorBookings.swap>> {
  const act = await swapFor(ctx, await getAppointmentRow(ctx, appointmentId), wanted)
  return executeTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}

export const previewCancelForCustomer = (
  ctx: Context,
  asked: InputOf<Calls['previewCancelForCustomer']>,
): Promise<{ preview: ActPreview }> => previewFor(ctx, asked, cancelForCustomer)

export const cancelBookingForCustomer = (
  ctx: Context,
  asked: InputOf<Calls['cancelForCustomer']>,
): Promise<OutputOf<Calls['cancelForCustomer']>> => performFor(ctx, asked, cancelForCustomer)

export const previewNoShow = (
  ctx: Context,
  { who, ...asked }: InputOf<Calls['previewNoShow']>,
): Promise<{ preview: ActPreview }> => previewFor(ctx, asked, markNoShow(who))

export const markBookingNoShow = (
  ctx: Context,
  { who, ...asked }: InputOf<Calls['noShow']>,
): Promise<OutputOf<Calls['noShow']>> => performFor(ctx, asked, markNoShow(who))

export const previewUndoCash = (
  ctx: Context,
  asked: InputOf<Calls['previewUndoCash']>,
): Promise<{ preview: ActPreview }> => previewFor(ctx, asked, undoCashRecord)

export const undoBookingCash = (
  ctx: Context,
  asked: InputOf<Calls['undoCash']>,
): Promise<OutputOf<Calls['undoCash']>> => performFor(ctx, asked, undoCashRecord)

type Asked = { appointmentId: string; reason: string }

async function previewFor(ctx: Context, asked: Asked, act: TeamAct): Promise<{ preview: ActPreview }> {
  const preview = await previewTeamAct(ctx, asked, act)
  await recordSeen(ctx, asked.appointmentId)
  return { preview }
}

const performFor = (ctx: Context, asked: Asked & { hash: string }, act: TeamAct) =>
  executeTeamAct(ctx, asked, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))

export async function previewGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.previewGoodwill>,
): Promise<OutputOf<typeof operatorBookings.previewGoodwill>> {
  const preview = await previewTeamAct(
    ctx,
    asked,
    createGoodwillAct(amount, as === 'credit' ? await createGoodwillCredit(ctx) : null),
  )
  await recordSeen(ctx, asked.appointmentId)
  return { preview }
}

export async function grantGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.goodwill>,
): Promise<OutputOf<typeof operatorBookings.goodwill>> {
  return executeTeamAct(
    ctx,
    asked,
    createGoodwillAct(amount, as === 'credit' ? await createGoodwillCredit(ctx) : null),
    async (tx, row, preview) => ({ appointment: await presentAppointment(tx, row, 'operator'), preview }),
  )
}

async function recordSeen(ctx: Context, appointmentId: string): Promise<void> {
  const { id, account_id } = await getAppointmentRow(ctx, appointmentId)
  await recordAccess(ctx, { what: 'booking', subjectId: id, of: [account_id] })
}
