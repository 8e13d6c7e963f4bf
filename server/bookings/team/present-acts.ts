import type { Appointment } from '#contract/bookings/appointment.ts'
import { type Country, reader } from '#contract/words.ts'
import { type PaymentRow, refundsOf } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { actWords } from './act-words.ts'
import { factOfGoodwill } from './fact-of-goodwill.ts'
import { type ActRow, actsOf } from './team-queries.ts'

type Side = Appointment['side']

/** What the team has done with a booking, oldest first; what waits for a second operator, or was turned down, only to operators. */
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
  const t = reader(actWords, row.country_code as Country)
  return acts.flatMap((act) => {
    const word = wordOf(act, side, refunds)
    return word ? [{ at: act.at.toISOString(), text: t(word, act.said), reason: act.reason }] : []
  })
}

function wordOf(
  { id, kind }: ActRow,
  side: Side,
  refunds: readonly { fact: string; state: string }[],
): keyof typeof actWords | null {
  if (kind !== 'goodwill') return null
  const states = refunds.filter(({ fact }) => fact.startsWith(factOfGoodwill(id))).map(({ state }) => state)
  const waits = states.includes('asked')
  if (!waits && !states.every((state) => state === 'refused')) return `goodwill.${side}`
  return side === 'operator' ? (waits ? 'goodwill.waits' : 'goodwill.refused') : null
}
