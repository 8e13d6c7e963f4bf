import { clock, date, duration, money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { countUnanswered } from '#server/payments/operator/operator-queries.ts'
import { offBalance } from './ledger-queries.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'

const SILENT_MINUTES = 60

/** Looks whether all entries sum to zero and every payment has its last word; tells the operators once a day where not. */
export async function checkLedger(ctx: Context): Promise<void> {
  const today = ctx.now.toISOString().slice(0, 10)
  const silent = await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENT_MINUTES * 60_000))
  if (silent > 0) {
    await ctx.transaction((ctx) =>
      tellOperators(ctx, 'op.intent.open', {
        values: { n: silent, duration: duration(SILENT_MINUTES) },
        path: '/operator/payments?open=true',
        fact: today,
      }),
    )
  }
  const off = await offBalance(ctx.db)
  if (off.length === 0) return
  const amount = off
    .map(({ minor, currency }) => money(major(Number(minor)), currency, { decimals: 'always', mixed: true }))
    .join(', ')
  const since = new Date(off[0]?.since ?? ctx.now).toISOString()
  await ctx.transaction((ctx) =>
    tellOperators(ctx, 'op.ledger.off', {
      values: { amount, dateTime: `${date(since.slice(0, 10), 'GB')}, ${clock(since.slice(11, 16))}` },
      path: '/operator/ledger',
      fact: today,
    }),
  )
  // What the database should have refused is our fault: the job is seen to have failed.
  throw new Error(`the ledger is off by ${amount}`)
}
