import type { Appointment } from '#contract/bookings/appointment.ts'
import type { MoveState } from '#contract/bookings/lifecycle-move.ts'
import { type Country, reader } from '#contract/words.ts'
import { type PaymentRow, refundsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, movesById, providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { actWords } from './act-words.ts'
import { type ActRow, actsOf, factOfGoodwill } from './team-queries.ts'

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
  const shown = await providersShown(
    ctx.db,
    acts.flatMap(({ kind, said }) => (kind === 'swapped' ? [said['from'] ?? '', said['to'] ?? ''] : [])),
  )
  const names = new Map(shown.map(({ id, name }) => [id, name]))
  const t = reader(actWords, row.country_code as Country)
  return acts.flatMap((act) => {
    const word = wordOf(act, side, { refunds, moves, providerId: row.provider_id })
    const said =
      act.kind === 'swapped'
        ? { from: names.get(act.said['from'] ?? ''), to: names.get(act.said['to'] ?? '') }
        : act.said
    return word ? [{ at: act.at.toISOString(), text: t(word, said), reason: act.reason }] : []
  })
}

type Word = keyof typeof actWords | null
type Refunds = readonly { fact: string; state: string }[]
type Around = { refunds: Refunds; moves: readonly { id: string; state: MoveState }[]; providerId: string }

function wordOf(act: ActRow, side: Side, { refunds, moves, providerId }: Around): Word {
  if (act.kind === 'goodwill') return wordOfGoodwill(act, side, refunds)
  if (act.kind === 'swapped') return `swapped.${act.said['from'] === providerId ? 'before' : 'after'}.${side}`
  return wordOfMove(act.kind, side, moves.find(({ id }) => id === act.said['moveId'])?.state)
}

function wordOfGoodwill({ id, said }: ActRow, side: Side, refunds: Refunds): Word {
  const states = refunds.filter(({ fact }) => fact.startsWith(factOfGoodwill(id))).map(({ state }) => state)
  const waits = states.includes('asked')
  if (!waits && !states.every((state) => state === 'refused'))
    return `${said['as'] === 'credit' ? 'credited' : 'goodwill'}.${side}`
  return side === 'operator' ? (waits ? 'goodwill.waits' : 'goodwill.refused') : null
}

function wordOfMove(kind: 'moved' | 'changed', side: Side, state: MoveState | undefined): Word {
  if (state === 'accepted') return `${kind}.${side}`
  return side === 'operator' ? `${kind}.${state === 'proposed' ? 'waits' : 'ended'}` : null
}
