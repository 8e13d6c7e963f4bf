import { bookHold, couldBook } from '#server/bookings/holds/confirm-booking.ts'
import type { Minor } from '#contract/money.ts'
import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { keepReserved, letGoReserved, type PaymentRow, paymentsOf } from '#server/payments/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { letGoTeam } from './let-go-team.ts'
import { holdsOfTeam } from './team-hold-queries.ts'

/** The bank's word on one artist's part of a team's deposit: the last of them books everybody in this one transaction, any that comes too late lets all of it go. */
export async function confirmTeam(
  ctx: Context,
  teamId: string,
  payment: PaymentRow,
): Promise<'capture' | 'void' | 'wait'> {
  const holds = await holdsOfTeam(ctx.db, teamId, { lock: true })
  if (!holds.some(({ id, state }) => id === payment.ref && state === 'held')) return 'void'
  const whole = holds.every(({ state }) => state === 'held')
  const others = holds.filter(({ id }) => id !== payment.ref)
  const reserved = await reservedFor(ctx, others)
  if (whole && !reserved) {
    for (const hold of holds)
      await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
    return 'wait'
  }
  const cards = holds.map((hold) => ({
    hold,
    cardMinor: hold.id === payment.ref ? payment.amount_minor : (reserved?.get(hold.id) ?? 0),
  }))
  if (!whole || !(await everyoneBookable(ctx, cards))) {
    await letGoTeam(ctx, teamId, 'artist_unavailable')
    await letGoReserved(
      ctx,
      others.map(({ id }) => id),
    )
    return 'void'
  }
  for (const { hold, cardMinor } of cards)
    if (!(await bookHold(ctx, hold, cardMinor))) throw new Error(`hold ${hold.id} could be booked and was not`)
  await keepReserved(
    ctx,
    others.map(({ id }) => id),
  )
  return 'capture'
}

/** What cards have reserved for these, by hold; null where one of them is missing. */
async function reservedFor(ctx: Context, holds: readonly HoldRow[]): Promise<ReadonlyMap<string, Minor> | null> {
  const payments = await paymentsOf(
    ctx.db,
    holds.map(({ id }) => id),
  )
  const sums = new Map(
    payments.filter(({ state }) => state === 'authorised').map(({ ref, amount_minor }) => [ref, amount_minor]),
  )
  return holds.every(({ id }) => sums.has(id)) ? sums : null
}

async function everyoneBookable(ctx: Context, cards: readonly { hold: HoldRow; cardMinor: Minor }[]): Promise<boolean> {
  for (const { hold, cardMinor } of cards) if (!(await couldBook(ctx, hold, cardMinor))) return false
  return true
}
