import type { Appointment } from '#contract/bookings/appointment.ts'
import type { MoveState } from '#contract/bookings/lifecycle-move.ts'
import { type Country, reader } from '#contract/words.ts'
import { type PaymentRow, refundsOf } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, movesById } from '#server/bookings/appointments/appointment-queries.ts'
import { actWords } from './act-words.ts'
import { factOfGoodwill } from './fact-of-goodwill.ts'
import { type ActRow, actsOf } from './team-queries.ts'

type Side = Appointment['side']

/** What the team has done with a booking, oldest first; what waits for somebody, or came to nothing, only to operators. */
export async function presentActs(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly PaymentRow[],
  side: Side,
): Promise<Appointment['acts']> {
  const acts = await actsOf(ctx.db, row.id)
  if (acts.length === 0) return []
  const refunds = await refundsOf(
    ctx.db,
    payments.map(({ id }) => id),
  )
  const moves = await movesById(
    ctx.db,
    acts.flatMap(({ said }) => said['moveId'] ?? []),
  )
  const t = reader(actWords, row.country_code as Country)
  return acts.flatMap((act) => {
    const word =
      act.kind === 'goodwill'
        ? wordOfGoodwill(act, side, refunds)
        : wordOfMove(act.kind, side, moves.find(({ id }) => id === act.said['moveId'])?.state)
    return word ? [{ at: act.at.toISOString(), text: t(word, act.said), reason: act.reason }] : []
  })
}

type Word = keyof typeof actWords | null

function wordOfGoodwill({ id }: ActRow, side: Side, refunds: readonly { fact: string; state: string }[]): Word {
  const states = refunds.filter(({ fact }) => fact.startsWith(factOfGoodwill(id))).map(({ state }) => state)
  const waits = states.includes('asked')
  if (!waits && !states.every((state) => state === 'refused')) return `goodwill.${side}`
  return side === 'operator' ? (waits ? 'goodwill.waits' : 'goodwill.refused') : null
}

function wordOfMove(kind: 'moved' | 'changed', side: Side, state: MoveState | undefined): Word {
  if (state === 'accepted') return `${kind}.${side}`
  return side === 'operator' ? `${kind}.${state === 'proposed' ? 'waits' : 'ended'}` : null
}
