import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/own-profile/door.ts'
import { appointmentsOfProvider } from './appointment-queries.ts'
import { clientsOf, saveClientNote } from './client-queries.ts'
import { answerMove, proposeMove } from '#server/bookings/moves/move-booking.ts'
import { appointmentOfOwn } from './own-appointment.ts'
import { presentAppointment, summariesOf } from './present-appointment.ts'
import { cancelForProvider } from './provider-cancels.ts'
import { addSide, reportProblem } from '#server/bookings/disputes/report-problem.ts'
import { recordBalance, workDay } from '#server/bookings/day/work-day.ts'

type Calls = typeof providerBookings
const MOST = 500

/** One's own appointments between two dates, both included; without dates from today on. */
export async function listAppointments(
  ctx: Context,
  { from, until }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const provider = await ownProvider(ctx)
  const today = todayIn(provider.tz, ctx.now)
  const first = dayOf(from ?? today, provider.tz).at(0)
  const rows = await appointmentsOfProvider(
    ctx.db,
    provider.id,
    new Date(first),
    until ? new Date(dayOf(dateAfter(until, 1), provider.tz).at(300)) : null,
    MOST,
  )
  return { appointments: await summariesOf(ctx, rows, 'provider'), timeZone: provider.tz, today }
}

const shown = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await appointmentOfOwn(ctx, id), 'provider'),
})

export const readAppointment = (
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> => shown(ctx, appointmentId)

/** What the artist does with an appointment: the day's steps, its money, its time, its end. */
export async function changeAppointment(
  ctx: Context,
  input: InputOf<Calls['change']>,
): Promise<OutputOf<Calls['change']>> {
  const row = await appointmentOfOwn(ctx, input.appointmentId)
  const answer = (tx: Context) => shown(tx, row.id)
  switch (input.act) {
    case 'left':
    case 'arrived':
    case 'late':
    case 'done':
      return workDay(ctx, row, input.act, input.minutes ?? 0, answer)
    case 'recordBalance':
      return recordBalance(ctx, row, answer)
    case 'note':
      return ctx.once(async (tx) => {
        if (!row.account_id) throw new Refusal('state_changed')
        await saveClientNote(tx.db, {
          provider_id: row.provider_id,
          account_id: row.account_id,
          note: input.note ?? '',
          updated_at: tx.now,
        })
        return answer(tx)
      })
    case 'proposeMove':
      if (!input.to) throw new Refusal('invalid_input', { errors: [{ path: 'to', message: 'Say which time.' }] })
      return proposeMove(ctx, row, 'provider', input.to, answer)
    case 'acceptMove':
    case 'declineMove':
    case 'withdrawMove':
      if (!input.moveId)
        throw new Refusal('invalid_input', { errors: [{ path: 'moveId', message: 'Say which suggestion.' }] })
      return answerMove(ctx, row, input.moveId, 'provider', moveAnswers[input.act], answer)
    case 'cancel':
      if (!input.reason) throw refuseField('reason_missing', 'reason')
      return cancelForProvider(ctx, row, 'provider', input.reason, answer)
    case 'report':
      return reportProblem(
        ctx,
        row,
        'provider',
        { kind: input.kind ?? 'other', text: input.text ?? '', pictures: [] },
        answer,
      )
    case 'addSide':
      if (!input.text) throw refuseField('reason_missing', 'text')
      return addSide(ctx, row, 'provider', input.text, answer)
  }
}

const moveAnswers = { acceptMove: 'accept', declineMove: 'decline', withdrawMove: 'withdraw' } as const

type Client = OutputOf<Calls['clients']>['clients'][number]
const present = (row: Awaited<ReturnType<typeof clientsOf>>[number]): Client => ({
  id: row.id,
  name: row.name,
  bookings: Number(row.bookings),
  firstAt: new Date(row.first).toISOString(),
  lastAt: new Date(row.last).toISOString(),
  next: row.next && new Date(row.next).toISOString(),
  earned: major(Number(row.earned_minor)),
  currency: row.currency,
  note: row.note ?? '',
  conversation: { searchId: row.search_id },
})

export async function listClients(ctx: Context): Promise<OutputOf<Calls['clients']>> {
  const provider = await ownProvider(ctx)
  return { clients: (await clientsOf(ctx.db, provider.id, ctx.now)).map(present) }
}

/** Keeps what the artist notes about somebody they work for; about anybody else nothing is kept. */
export async function noteClient(
  ctx: Context,
  { clientId, note }: InputOf<Calls['noteClient']>,
): Promise<OutputOf<Calls['noteClient']>> {
  const provider = await ownProvider(ctx)
  const [known] = await clientsOf(ctx.db, provider.id, ctx.now, clientId)
  if (!known) throw new Refusal('not_found')
  await saveClientNote(ctx.db, { provider_id: provider.id, account_id: clientId, note, updated_at: ctx.now })
  return { client: { ...present(known), note } }
}
