import { leastCharge } from '#contract/money.ts'
import { agreedTimers } from '#contract/bookings/agreed.ts'
import { senderOf } from '#server/notifications/index.ts'
import { takeFromCard, type Taken } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import {
  appointmentById,
  type AppointmentRow,
  lockAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { balanceOf } from '#server/bookings/money/pay-balance.ts'
import { momentOf, tell } from '#server/bookings/notices/tell.ts'
import { agreedOf, claimTake, endSettled, markAgreed, tellDue, unpaidAgreed } from './agreed-queries.ts'

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
