import { unusedAccounts } from '#contract/constants.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { leaveForGood } from './leave-for-good.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { holdUnused, saveUnusedTold, unusedTold, unusedUntold } from './unused-queries.ts'

const DAY_MS = 86_400_000

/** Tells people whose account nobody has used for long that it goes, and deletes those whose person was told in time and has not come back; a booking ahead or open money keeps one. */
export async function forgetUnused(ctx: Context): Promise<void> {
  const { now } = ctx
  const sender = await senderOf(ctx)
  const since = monthsBefore(now, unusedAccounts.months)
  const told = new Date(now.getTime() - unusedAccounts.toldDays * DAY_MS)
  for await (const id of eachOf(() => unusedTold(ctx.db, since, told, now))) {
    await ctx.transaction(async (inner) => {
      const account = await holdUnused(inner.db, id, since)
      if (account && wasTold(account)) await leaveForGood(inner, sender, account)
    })
  }
  const soon = monthsBefore(new Date(now.getTime() + unusedAccounts.toldDays * DAY_MS), unusedAccounts.months)
  for await (const id of eachOf(() => unusedUntold(ctx.db, soon, now))) await tell(ctx, sender, id, soon)
}

/** Each that a query of so many at a time finds, once, until it finds no other. */
async function* eachOf(find: () => Promise<string[]>): AsyncGenerator<string> {
  const met = new Set<string>()
  for (;;) {
    const others = (await find()).filter((id) => !met.has(id))
    if (!others.length) return
    for (const id of others) {
      met.add(id)
      yield id
    }
  }
}

const wasTold = ({ unused_told_at, seen_at }: { unused_told_at: Date | null; seen_at: Date }) =>
  unused_told_at !== null && unused_told_at >= seen_at

const tell = (ctx: Context, sender: Sender, id: string, soon: Date): Promise<void> =>
  ctx.transaction(async (inner) => {
    const account = await holdUnused(inner.db, id, soon)
    if (!account || wasTold(account)) return
    await saveUnusedTold(inner.db, account.id, inner.now)
    const goes = new Date(inner.now.getTime() + unusedAccounts.toldDays * DAY_MS).toISOString().slice(0, 10)
    await notify(inner, sender, {
      kind: 'account.unused',
      to: addressOf(account),
      values: { date: date(goes, (account.country_code as Country | null) ?? 'GB') },
      path: '/login',
      fact: `account.unused ${account.id} ${goes.slice(0, 7)}`,
    })
  })

/** The same day so many months before, or the last day of a shorter month. */
export function monthsBefore(at: Date, months: number): Date {
  const there = new Date(at)
  there.setUTCDate(1)
  there.setUTCMonth(there.getUTCMonth() - months)
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate()
  there.setUTCDate(Math.min(at.getUTCDate(), last))
  return there
}
