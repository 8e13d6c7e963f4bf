import { date, money, time } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, type Sender, senderOf } from '#server/notifications/index.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lockDiary } from '#server/providers/index.ts'
import { letGoBill } from '#server/bookings/split/let-go-bill.ts'
import { endHeldTimes } from './end-held-times.ts'
import { holdsHalfGone, holdsPast, type HoldRow, markHalfTold } from './hold-queries.ts'
import { searchForBooking } from './search-queries.ts'

const AT_ONCE = 200

/** Lets go of kept times that have passed, and tells whoever had asked for one; warns once when half the time has gone. */
export async function lapseHolds(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (const hold of await holdsPast(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      await lockDiary(tx.db, hold.provider_id)
      const [ended] = await endHeldTimes(tx, [hold.id], 'expired')
      if (!ended) return
      const shared = hold.split && (await letGoBill(tx, sender, hold))
      if (!hold.freed && !shared) await tellCustomer(tx, sender, hold, 'hold.lapsed')
    })
  }
  for (const hold of await holdsHalfGone(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      if (await markHalfTold(tx.db, hold.id, tx.now)) await tellCustomer(tx, sender, hold, 'hold.half')
    })
  }
}

async function tellCustomer(
  ctx: Context,
  sender: Sender,
  hold: HoldRow,
  kind: 'hold.lapsed' | 'hold.half',
): Promise<void> {
  const account = hold.account_id ? await findAccount(ctx.db, hold.account_id) : undefined
  const search = account && (await searchForBooking(ctx.db, hold.search_id))
  const quote = search && (await quoteById(ctx.db, search.id, hold.quote_id))
  const plan = quote && presentQuote(quote).plan
  if (!account || !search || !quote || !plan) return
  const minutes = Math.max(1, Math.round((hold.expires_at.getTime() - ctx.now.getTime()) / 60_000))
  await notify(ctx, sender, {
    kind,
    fact: `${kind} ${hold.id}`,
    to: { email: account.email, name: account.name, accountId: account.id, country: search.country_code },
    path: `/book/${search.id}/@/${quote.slug}?type=${quote.mode}`,
    values: {
      name: quote.name,
      date: date(search.event_date, search.country_code as Country, ctx.now.getUTCFullYear()),
      time: time((plan.readyBy ?? plan.arriveAt).slice(11, 16)),
      deposit: money(major(quote.deposit_minor), quote.currency),
      countdown: `${minutes} min`,
    },
  })
}
