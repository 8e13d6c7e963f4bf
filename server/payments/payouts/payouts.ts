import type { Context } from '#server/platform/context.ts'
import { isStopped } from '#server/platform/oversight/switches.ts'
import { lockAccounts, owedTo, payable, post } from '#server/payments/ledger/ledger-queries.ts'
import { workOff } from '#server/payments/bank/send-once.ts'
import { paymentsByIds, type PayoutRow } from '#server/payments/queries.ts'
import type { Minor } from '#contract/money.ts'
import { handlersOf } from '#server/payments/payable.ts'
import { partsOf, payableMinor, type Share } from './parts.ts'
import { payeeById, payoutAccountOf } from './payout-account-queries.ts'
import { insertPayout } from './payout-queries.ts'
import { reverseOversent } from './reverse-transfers.ts'
import { sendToBank } from './send-to-bank.ts'
import { sendTransfer } from './send-transfer.ts'
import { insertTransfers, sharesOf } from './transfer-queries.ts'

const AT_ONCE = 200
const DAY_MS = 86_400_000

/** The hour and minute, in UTC, at which what is due is paid out each day. */
export const payoutTime = { hour: 6, minute: 30 } as const

/** Whether an operator has stopped all payouts. Not inside a transaction. */
export const arePayoutsStopped = (ctx: Context): Promise<boolean> => isStopped(ctx.database, 'payouts')

/** Pays everybody out to whom something is due that day, and sends what could not be sent before. */
export async function payOut(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  const due = { most: AT_ONCE, rhythms: ['daily', 'weekly'] as const, weeklyDueBy: lastMonday(ctx.now) }
  for (const { provider_id, currency } of await payable(ctx.db, due)) await openPayout(ctx, provider_id, currency)
  await sendPayouts(ctx)
}

/** Pays job by job whoever wants it so, a payout each, as soon as a job has been earned. Not inside a transaction. */
export async function payOutJobs(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  for (const { provider_id, currency } of await payable(ctx.db, { most: AT_ONCE, rhythms: ['job'] }))
    await openPayout(ctx, provider_id, currency, 'one job')
}

/** The last Monday on which payouts have left: where that run was missed, the next day's makes up for it. */
function lastMonday(now: Date): Date {
  const { hour, minute } = payoutTime
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute)
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return new Date(monday > now.getTime() ? monday - 7 * DAY_MS : monday)
}

/** Puts all that a provider is due, or what one job has brought, aside for one payout, part by part from the payments that it comes from; nothing where nothing is due, details are missing or one is on its way. */
export const openPayout = (
  ctx: Context,
  providerId: string,
  currency: string,
  what: 'all' | 'one job' = 'all',
): Promise<PayoutRow | null> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const earned = Number((await owedTo(ctx.db, providerId)).find((owed) => owed.currency === currency)?.earned ?? 0)
    const [account, payee] = [await payoutAccountOf(ctx.db, providerId), await payeeById(ctx.db, providerId)]
    if (earned <= 0 || account?.state !== 'ready' || !payee) return null
    const all = await sharesOf(ctx.db, providerId, currency)
    // What is owed beside all jobs (a share passed on, say) leaves by itself once none has anything left.
    const job = what === 'one job' ? await sharesOfOldestJob(ctx, all) : []
    const shares = job.length ? job : all
    const minor = Math.min(payableMinor(earned, all), job.length ? payableOf(job) : Number.POSITIVE_INFINITY)
    if (minor <= 0) return null
    const made = await insertPayout(ctx.db, {
      provider_id: providerId,
      country_code: payee.country_code,
      currency,
      amount_minor: minor,
      gateway: account.gateway as 'test',
      created_at: ctx.now,
    })
    if (!made) return null
    await insertTransfers(ctx.db, made.id, partsOf(minor, shares), ctx.now)
    await post(
      ctx.db,
      { kind: 'payout', providerId, amountMinor: minor },
      { fact: `payout:${made.id}`, currency, at: ctx.now, providerId, payoutId: made.id },
    )
    return made
  })

/** Sends the payouts that are due to leave: to the artists' accounts at the service, and from there to their banks; and takes back what was sent too much. Not inside a transaction. */
export async function sendPayouts(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  await workOff(ctx, 'payout_transfer', (part) => sendTransfer(ctx, part))
  await workOff(ctx, 'payout', (payout) => sendToBank(ctx, payout))
  await reverseOversent(ctx)
}

const payableOf = (shares: readonly Share[]): Minor =>
  shares.reduce((sum, { shareMinor, frozenMinor }) => sum + shareMinor - frozenMinor, 0)

/** What is left of the payments of the job that was paid for first, deposit, balance and tip together; nothing where no payment has anything left. */
async function sharesOfOldestJob(ctx: Context, shares: readonly Share[]): Promise<Share[]> {
  const payments = await paymentsByIds(
    ctx.db,
    shares.filter(({ shareMinor, frozenMinor }) => shareMinor > frozenMinor).map(({ paymentId }) => paymentId),
  )
  const [oldest] = payments
  if (!oldest) return []
  const refs = (await handlersOf(oldest.kind).about?.(ctx, oldest))?.refs ?? [oldest.ref]
  const ofJob = new Set(payments.filter(({ ref }) => refs.includes(ref)).map(({ id }) => id))
  return shares.filter(({ paymentId }) => ofJob.has(paymentId))
}
