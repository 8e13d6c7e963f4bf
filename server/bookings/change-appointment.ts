import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { saveClientNote } from '#server/calendar/index.ts'
import { answerMove, proposeMove } from './moves.ts'
import { getProviderAppointment, presentOwnAppointment } from '#server/appointments/index.ts'
import { cancelByProvider } from './cancellation.ts'
import { addSide, reportProblem } from './disputes.ts'
import { recordBalance } from '#server/billing/index.ts'
import { randomUUID } from 'node:crypto'
import { recordProgress } from '#server/party/index.ts'
import { getSender } from '#server/notifications/index.ts'

type Calls = typeof providerBookings

/** Handles the artist's actions on an appointment: report progress, record money, change the time and end it. */
export async function changeAppointment(
  ctx: Context,
  input: InputOf<Calls['change']>,
): Promise<OutputOf<Calls['change']>> {
  const row = await getProviderAppointment(ctx, input.appointmentId)
  const answer = (tx: Context) => presentOwnAppointment(tx, row.id)
  switch (input.act) {
    case 'left':
    case 'arrived':
    case 'late':
    case 'done':
      return reportProgressNow(ctx, row.id, input.act, input.minutes ?? 0, answer)
    case 'recordBalance':
      return recordBalance(ctx, row, answer)
    case 'note':
      return ctx.idempotent(async (tx) => {
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
      if (!input.to) throw new Refusal('invalid_input', { errors: [{ path: 'to', message: 'Choose a time.' }] })
      return proposeMove(ctx, row, 'provider', input.to, answer)
    case 'acceptMove':
    case 'declineMove':
    case 'withdrawMove':
      if (!input.moveId)
        throw new Refusal('invalid_input', { errors: [{ path: 'moveId', message: 'Choose a suggestion.' }] })
      return answerMove(ctx, row, input.moveId, 'provider', moveAnswers[input.act], answer)
    case 'cancel':
      if (!input.reason) throw createFieldRefusal('reason_missing', 'reason')
      return cancelByProvider(ctx, row, input.reason, answer)
    case 'report':
      if (!input.kind)
        throw new Refusal('invalid_input', { errors: [{ path: 'kind', message: 'Choose what went wrong.' }] })
      return reportProblem(ctx, row, 'provider', { kind: input.kind, text: input.text ?? '', pictures: [] }, answer)
    case 'addSide':
      if (!input.text) throw createFieldRefusal('reason_missing', 'text')
      return addSide(ctx, row, 'provider', input.text, answer)
  }
}

const moveAnswers = { acceptMove: 'accept', declineMove: 'decline', withdrawMove: 'withdraw' } as const

async function reportProgressNow<T extends object>(
  ctx: Context,
  appointmentId: string,
  kind: 'left' | 'arrived' | 'late' | 'done',
  late: number,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const word = { id: randomUUID(), kind, undo: false, person: null, serviceId: null, at: tx.now.toISOString() }
    await recordProgress(tx, sender, appointmentId, [{ ...word, minutes: kind === 'late' ? late : null }])
    return answer(tx)
  })
}
