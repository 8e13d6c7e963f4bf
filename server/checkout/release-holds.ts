import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type EndedHold,
  releaseBusyTimes,
  type HoldFilter,
  type HoldRelease,
  lockDiary,
} from '#server/providers/index.ts'
import { notify, type Sender, getSenderInTransaction, getSender } from '#server/notifications/index.ts'
import { cancelSharedBill } from './shared-bills.ts'
import { getCallerHold, presentHold, markActReleased } from './caller-holds.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  endHolds,
  type HoldRow,
  listHoldsToRemind,
  listExpiredHolds,
  markHalfTold,
  listMatchingHolds,
  findSearchForBooking,
} from './holds.queries.ts'
import { formatDate, formatMoney, formatTime } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { presentQuote, findQuoteById } from '#server/search/index.ts'
import type { HoldEndReason } from '#contract/checkout/lifecycle-hold.ts'
import { releaseReserved } from '#server/payments/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import { listChosenIds } from './linked-checkout.queries.ts'

export async function releaseHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.releaseHold>,
): Promise<OutputOf<typeof bookings.releaseHold>> {
  const hold = await getCallerHold(ctx, holdId)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, hold.provider_id)
    const [ended] = await endHeldTimes(tx, [hold.id], 'released')
    if (ended?.split) await cancelSharedBill(tx, await getSenderInTransaction(tx), ended)
  })
  return { hold: await presentHold(ctx, holdId) }
}

/** Ends all matching holds in the caller's transaction; see `releaseHolds` in the diary's public API. */
export async function releaseMatchingHolds(
  ctx: Context,
  filter: HoldFilter,
  { reason, whilePaying = 'release' }: HoldRelease,
): Promise<EndedHold[]> {
  const before = await listMatchingHolds(ctx.db, filter)
  for (const providerId of [...new Set(before.map(({ provider_id }) => provider_id))].sort())
    await lockDiary(ctx.db, providerId)
  const found = await listMatchingHolds(ctx.db, filter)
  const paying = new Set(found.filter((hold) => hold.paying).map(({ id }) => id))
  if (whilePaying === 'refuse' && paying.size > 0) throw new Refusal('customer_paying')
  const ended = await endHeldTimes(
    ctx,
    found.map(({ id }) => id),
    reason,
  )
  for (const hold of ended) if (hold.split) await cancelSharedBill(ctx, await getSenderInTransaction(ctx), hold)
  return ended.map(({ id, search_id, provider_id, account_id }) => ({
    id,
    searchId: search_id,
    providerId: provider_id,
    accountId: account_id,
    paying: paying.has(id),
  }))
}

const AT_ONCE = 200

/** Expires holds and notifies the waiting list. Reminds each owner once at half time. */
export async function expireHolds(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const hold of await listExpiredHolds(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      await lockDiary(tx.db, hold.provider_id)
      const [ended] = await endHeldTimes(tx, [hold.id], 'expired')
      if (!ended) return
      const shared = hold.split && (await cancelSharedBill(tx, sender, hold))
      if (!hold.freed && !hold.link_sent_at && !shared) await notifyHoldCustomer(tx, sender, hold, 'hold.lapsed')
    })
  }
  for (const hold of await listHoldsToRemind(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      if (await markHalfTold(tx.db, hold.id, tx.now)) await notifyHoldCustomer(tx, sender, hold, 'hold.half')
    })
  }
}

async function notifyHoldCustomer(
  ctx: Context,
  sender: Sender,
  hold: HoldRow,
  kind: 'hold.lapsed' | 'hold.half',
): Promise<void> {
  const account = hold.account_id ? await findAccount(ctx.db, hold.account_id) : undefined
  const search = account && (await findSearchForBooking(ctx.db, hold.search_id))
  const quote = search && (await findQuoteById(ctx.db, search.id, hold.quote_id))
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
      date: formatDate(search.event_date, search.country_code as Country, ctx.now.getUTCFullYear()),
      time: formatTime((plan.readyBy ?? plan.arriveAt).slice(11, 16)),
      deposit: formatMoney(toMajor(quote.deposit_minor), quote.currency),
      countdown: `${minutes} min`,
    },
  })
}

/**
 * Ends active holds with their diary entries, in the caller's transaction; requires `lockDiary` of their artists. After
 * the commit, the gateway cancels unpaid or authorised payments. If a webhook has locked a payment, the webhook's
 * handler voids it. The caller or the next job ends shared bills.
 */
export async function endHeldTimes(ctx: Context, ids: readonly string[], reason: HoldEndReason): Promise<HoldRow[]> {
  const ended = await endHolds(ctx.db, ids, { event: reason === 'expired' ? 'lapse' : 'release', reason, now: ctx.now })
  if (ended.length === 0) return []
  const refs = ended.map(({ id }) => id)
  await releaseBusyTimes(ctx, [...refs, ...(await listChosenIds(ctx.db, refs))])
  await releaseReserved(ctx, refs)
  ctx.afterCommit(() => runInBackground(ctx, 'send-payments'))
  for (const hold of ended) {
    await markActReleased(ctx, hold)
    const kind = reason === 'expired' ? 'hold.lapsed' : 'hold.changed'
    await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind, ref: hold.id })
  }
  return ended
}
