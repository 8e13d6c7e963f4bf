import { agreedDue, agreedTimers } from '#contract/bookings/agreed.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { leastCharge, moneyOf } from '#contract/money.ts'
import { takeBalanceWords } from '#contract/payments/cards.ts'
import { savedCardOf, takeFromCard, type Taken } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  appointmentById,
  type AppointmentRow,
  lockAppointment,
  lockAppointmentOf,
  mayDo,
  momentOf,
  presentAppointment,
  tell,
} from '#server/appointments/index.ts'
import { coverOfBalance } from './booking-money.ts'
import { hoursOf } from '#server/calendar/index.ts'
import {
  agreedOf,
  claimTake,
  endAgreed,
  endSettled,
  markAgreed,
  saveAgreed,
  tellDue,
  unpaidAgreed,
} from './agreed-balance.queries.ts'
import { senderOf } from '#server/notifications/index.ts'
import { faultFields } from '#server/platform/log.ts'
import { balanceOf } from './balance.ts'

/** Keeps that the balance of the caller's booking may be taken by itself, with the words that they agreed to and when. */
export async function agreeBalance(
  ctx: Context,
  { appointmentId, at }: InputOf<typeof bookings.agreeBalance>,
): Promise<OutputOf<typeof bookings.agreeBalance>> {
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    const onlineBalance = (await hoursOf(tx.db, row.provider_id))?.online_balance ?? false
    const seen = { side: 'customer' as const, move: null, dispute: null, onlineBalance, member: true, now: tx.now }
    const due = agreedDue(at, { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() })
    if (!mayDo(row, seen).agreeBalance || due <= tx.now.getTime()) throw new Refusal('balance_closed')
    if (!(await savedCardOf(tx.db, tx.viewer.accountId, row.country_code))) throw new Refusal('card_missing')
    const balanceMinor = coverOfBalance(row).cardMinor
    const kept = await saveAgreed(tx.db, {
      appointment_id: row.id,
      at,
      balance_minor: balanceMinor,
      consent_words: takeBalanceWords(moneyOf(balanceMinor, row.currency, { decimals: 'always' }), at),
      consent_at: tx.now,
    })
    if (!kept) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}

/** Takes back that the balance of the caller's booking is taken by itself; what has been taken stays. */
export async function endAgreedBalance(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.endAgreedBalance>,
): Promise<OutputOf<typeof bookings.endAgreedBalance>> {
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    if ((await agreedOf(tx.db, row.id)) && !(await endAgreed(tx.db, row.id, tx.now))) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}

const AT_ONCE = 200
const HOUR_MS = 3_600_000

/** Tells customers a day before, takes the balances that they agreed to, one try a day and three at most, and asks for what is left by hand. */
export async function takeBalances(ctx: Context): Promise<void> {
  await endSettled(ctx.db)
  await tellSoon(ctx)
  for (let claimed = await claimTake(ctx.db, ctx.now), n = 0; claimed && n < AT_ONCE; n++) {
    await takeOne(ctx, claimed).catch((fault) => ctx.log.error(faultFields(fault), 'a balance was not taken'))
    claimed = await claimTake(ctx.db, ctx.now)
  }
  for (const id of await unpaidAgreed(ctx.db, ctx.now, AT_ONCE)) await askByHand(ctx, id)
}

async function tellSoon(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    for (const { id, due } of await tellDue(tx.db, tx.now, AT_ONCE)) {
      const row = await appointmentById(tx.db, id)
      if (!row) continue
      // Where it was agreed to late, a day from now.
      const at = Math.max(due.getTime(), tx.now.getTime() + agreedTimers.toldHours * HOUR_MS)
      await tell(tx, sender, row, 'customer', 'balance.soon', {
        fact: `balance.soon ${id} ${tx.now.toISOString()}`,
        values: { dateTime: momentOf(new Date(at), row, tx.now) },
      })
    }
  })
}

async function takeOne(ctx: Context, { id, tries }: { id: string; tries: number }): Promise<void> {
  const row = await appointmentById(ctx.db, id)
  const agreed = await agreedOf(ctx.db, id)
  if (!row?.account_id || !agreed) return
  const payable = balanceOf(row)
  // More than was agreed to is never taken unasked, and less than a card can be charged not at all.
  const { amountMinor } = payable
  const isTooSmall = amountMinor > 0 && amountMinor < leastCharge(row.currency)
  if (amountMinor > agreed.balance_minor || isTooSmall) return askByHand(ctx, id)
  const said = await takeFromCard(ctx, { ...payable, accountId: row.account_id }, tries)
  await acts[said](ctx, row, tries)
}

const acts: Readonly<Record<Taken, (ctx: Context, row: AppointmentRow, tries: number) => Promise<void>>> = {
  taken: async () => {},
  let_go: async () => {},
  no_card: (ctx, { id }) => askByHand(ctx, id),
  proof: async (ctx, row, tries) => {
    const until = new Date(ctx.now.getTime() + agreedTimers.proveHours * HOUR_MS)
    const sender = await senderOf(ctx)
    await ctx.transaction(async (tx) => {
      if (!(await markAgreed(tx.db, row.id, { state: 'proving', prove_until: until }))) return
      await tell(tx, sender, row, 'customer', 'balance.proof', {
        fact: `balance.proof ${row.id} ${tries}`,
        urgent: true,
        values: { dateTime: momentOf(until, row, tx.now) },
      })
    })
  },
  declined: async (ctx, row, tries) => {
    if (tries >= agreedTimers.tries) return askByHand(ctx, row.id)
    const sender = await senderOf(ctx)
    await ctx.transaction((tx) =>
      tell(tx, sender, row, 'customer', 'balance.declined', { fact: `balance.declined ${row.id} ${tries}` }),
    )
  },
}

// From here on it is the customer's own act, or cash on the day: both are told, once.
async function askByHand(ctx: Context, id: string): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    if (!row || row.balance_paid_at || !(await markAgreed(tx.db, id, { state: 'asked' }))) return
    for (const side of ['customer', 'provider'] as const)
      await tell(tx, sender, row, side, `balance.asked.${side}`, { fact: `balance.asked ${side} ${id}` })
  })
}
