import type { Context } from '#server/platform/context.ts'
import { isStopped } from '#server/platform/oversight/switches.ts'
import { lockAccounts, getOwedSums, listPayableProviders, postMovement } from './ledger.queries.ts'
import { sendOnce, processDueRows } from './charging.ts'
import { type GatewayName, listPaymentsByIds, type PayoutRow } from './payments.queries.ts'
import type { Minor } from '#contract/money.ts'
import { getPayableHandlers } from './payable.ts'
import {
  formatPayoutAmount,
  endPayout,
  isOfTheArtist,
  splitPayout,
  computePayable,
  type Share,
} from './payout-results.ts'
import { findPayeeById, findPayoutAccountByName, findPayoutAccount, setPayoutState } from './payout-accounts.queries.ts'
import { getSellerState } from '#server/payments/reporting/seller-identity.queries.ts'
import { insertPayout, lockPayout, findPayoutByName, updatePayout } from './payouts.queries.ts'
import { recordReversal, reverseOversent, sendTransfer } from './transfers.ts'
import {
  getServiceBalance,
  retryPayoutsNow,
  retryTransfersNow,
  insertReversal,
  insertTransfers,
  lockReversal,
  lockTransferByName,
  sumReversed,
  sendReturnedAgain,
  listShares,
  transferById,
  listTransfers,
} from './transfers.queries.ts'
import { type GatewayEvent, GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { getSenderInTransaction, getSender } from '#server/notifications/index.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { isClaimHeld } from './charging.queries.ts'

const AT_ONCE = 200
const DAY_MS = 86_400_000

/** Daily payout time in UTC. */
export const payoutTime = { hour: 6, minute: 30 } as const

/** Returns whether the kill switch stops payouts. Must not run inside a transaction. */
export const arePayoutsStopped = (ctx: Context): Promise<boolean> => isStopped(ctx.database, 'payouts')

/** Runs the payouts due today and retries failed ones. */
export async function payOut(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  const due = { most: AT_ONCE, rhythms: ['daily', 'weekly'] as const, weeklyDueBy: lastMonday(ctx.now) }
  for (const { provider_id, currency } of await listPayableProviders(ctx.db, due, ctx.now))
    await openPayout(ctx, provider_id, currency)
  await sendPayouts(ctx)
}

/** Opens one payout per job. Must not run inside a transaction. */
export async function payOutJobs(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  const due = { most: AT_ONCE, rhythms: ['job'] as const }
  for (const { provider_id, currency } of await listPayableProviders(ctx.db, due, ctx.now))
    await openPayout(ctx, provider_id, currency, 'one job')
}

/** Returns the last Monday on which payouts ran. A missed run is caught up the next day. */
function lastMonday(now: Date): Date {
  const { hour, minute } = payoutTime
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute)
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return new Date(monday > now.getTime() ? monday - 7 * DAY_MS : monday)
}

/**
 * Opens a payout of all due earnings or of one job, split by source payment. Returns null if nothing is due, payout
 * details are missing, payouts wait for the artist's tax identity, or one is in transit.
 */
export const openPayout = (
  ctx: Context,
  providerId: string,
  currency: string,
  what: 'all' | 'one job' = 'all',
): Promise<PayoutRow | null> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const earned = Number(
      (await getOwedSums(ctx.db, providerId)).find((owed) => owed.currency === currency)?.earned ?? 0,
    )
    const [account, payee] = [await findPayoutAccount(ctx.db, providerId), await findPayeeById(ctx.db, providerId)]
    if (earned <= 0 || account?.state !== 'ready' || !payee) return null
    if ((await getSellerState(ctx.db, providerId, ctx.now)) === 'overdue') return null
    const all = await listShares(ctx.db, providerId, currency)
    // Amounts without a job (such as a transferred share) are paid last.
    const job = what === 'one job' ? await sharesOfOldestJob(ctx, all) : []
    const shares = job.length ? job : all
    const minor = Math.min(computePayable(earned, all), job.length ? payableOf(job) : Number.POSITIVE_INFINITY)
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
    await insertTransfers(ctx.db, made.id, splitPayout(minor, shares), ctx.now)
    await postMovement(
      ctx.db,
      { kind: 'payout', providerId, amountMinor: minor },
      { fact: `payout:${made.id}`, currency, at: ctx.now, providerId, payoutId: made.id },
    )
    return made
  })

/**
 * Sends due payouts to the artists' gateway accounts and on to their banks, and reverses overpayments. Must not run
 * inside a transaction.
 */
export async function sendPayouts(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  await processDueRows(ctx, 'payout_transfer', (part) => sendTransfer(ctx, part))
  await processDueRows(ctx, 'payout', (payout) => sendToBank(ctx, payout))
  await reverseOversent(ctx)
}

const payableOf = (shares: readonly Share[]): Minor =>
  shares.reduce((sum, { shareMinor, frozenMinor }) => sum + shareMinor - frozenMinor, 0)

async function sharesOfOldestJob(ctx: Context, shares: readonly Share[]): Promise<Share[]> {
  const payments = await listPaymentsByIds(
    ctx.db,
    shares.filter(({ shareMinor, frozenMinor }) => shareMinor > frozenMinor).map(({ paymentId }) => paymentId),
  )
  const [oldest] = payments
  if (!oldest) return []
  const refs = (await getPayableHandlers(oldest.kind).about?.(ctx, oldest))?.refs ?? [oldest.ref]
  const ofJob = new Set(payments.filter(({ ref }) => refs.includes(ref)).map(({ id }) => id))
  return shares.filter(({ paymentId }) => ofJob.has(paymentId))
}

const HOUR_MS = 3_600_000
/** Card payments have settled by then. If an amount is still missing, an operator is needed. */
const COME_BY_MS = 10 * 24 * HOUR_MS

/** Pays out an artist's gateway balance to the bank. Returns the time of the next retry, or null. */
async function sendToBank(ctx: Context, payout: PayoutRow): Promise<Date | null> {
  if (payout.state === 'queued') await splitIfWhole(ctx, payout)
  if (payout.state !== 'sent' || payout.gateway_id) return null
  // Reversals of other payouts were deducted from this payout's funds.
  const amountMinor = Math.min(
    payout.amount_minor - (await sumReversed(ctx.db, payout.id)),
    await getServiceBalance(ctx.db, payout),
  )
  if (amountMinor <= 0) return close(ctx, payout, null)
  const account = await findPayoutAccount(ctx.db, payout.provider_id)
  const gateway = await openGateway(ctx, payout.gateway, payout.country_code)
  const asked = {
    accountId: account?.gateway_id ?? '',
    amountMinor,
    currency: payout.currency,
    since: new Date(payout.created_at),
  }
  try {
    const done = await sendOnce(ctx, 'payout', payout, {
      name: `payout:${payout.id}`,
      // The amount may become smaller between retries, and then another key is required.
      key: `payout:${payout.id}:${amountMinor}`,
      send: (once) => gateway.payOut({ ...asked, ...once }),
      find: (once) => gateway.findPayout({ ...asked, ...once }),
    })
    return close(ctx, payout, done)
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    if (fault.short) return waitForMoney(ctx, payout)
    const sender = await getSender(ctx)
    await ctx.transaction(async (ctx) => {
      if (await isClaimHeld(ctx.db, 'payout', payout))
        await endPayout(ctx, sender, payout, {
          error: fault.message,
          artist: isOfTheArtist(payout.gateway, fault),
          returned: true,
        })
    })
    return null
  }
}

async function splitIfWhole(ctx: Context, { id, amount_minor: amountMinor }: PayoutRow): Promise<void> {
  if ((await listTransfers(ctx.db, id)).length === 0)
    await insertTransfers(ctx.db, id, [{ paymentId: null, amountMinor }], ctx.now)
}

const close = (
  ctx: Context,
  payout: PayoutRow,
  done: { id: string; paid: boolean; amountMinor: Minor } | null,
): Promise<null> =>
  ctx.transaction(async (ctx) => {
    if (!(await isClaimHeld(ctx.db, 'payout', payout))) return null
    const paid = done === null || done.paid
    await updatePayout(ctx.db, payout.id, {
      gateway_id: done?.id ?? null,
      bank_minor: done?.amountMinor ?? 0,
      error: done ? '' : 'The full amount was refunded before it was sent.',
      ...(paid ? { state: 'paid', paid_at: ctx.now } : {}),
    })
    return null
  })

// Returns the next retry while a charge settles, and alerts operators after ten days.
async function waitForMoney(ctx: Context, payout: PayoutRow): Promise<Date> {
  if (ctx.now.getTime() - new Date(payout.sent_at ?? payout.created_at).getTime() > COME_BY_MS)
    await raiseAlarm(ctx, {
      kind: 'payments.stuck',
      subjectId: payout.id,
      values: { amount: formatPayoutAmount(payout) },
    })
  return new Date(ctx.now.getTime() + 6 * HOUR_MS)
}

type WebhookOutcome = 'moved' | 'late' | 'unknown' | 'noted'
type WebhookHandler = (ctx: Context, gateway: GatewayName, event: GatewayEvent) => Promise<WebhookOutcome>

const idIn = (name: string | null, kind: string): string | undefined =>
  name?.match(`^${kind}:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$`)?.[1]

/** Handles an account webhook. Once the account is in order, sends returned payouts again. */
export const handleAccountWebhook: WebhookHandler = async (ctx, gateway, { accountId, account, at }) => {
  if (!accountId || !account) return 'unknown'
  if (!(await findPayoutAccountByName(ctx.db, gateway, accountId))) return 'unknown'
  const providerId = await setPayoutState(ctx.db, gateway, accountId, account, ctx.now, at)
  if (!providerId) return 'late'
  if (account.state === 'ready') await sendReturnedAgain(ctx.db, providerId, ctx.now)
  return 'moved'
}

/** Handles a balance webhook: retries payouts and transfers that lacked funds. */
export const handleBalanceWebhook: WebhookHandler = async (ctx, gateway, { accountId }) => {
  if (!accountId) {
    await retryTransfersNow(ctx.db, ctx.now)
    return 'noted'
  }
  const account = await findPayoutAccountByName(ctx.db, gateway, accountId)
  if (account) await retryPayoutsNow(ctx.db, account.provider_id, ctx.now)
  return account ? 'noted' : 'unknown'
}

/** Handles a transfer webhook, including reversals. */
export async function handleTransferWebhook(
  ctx: Context,
  { ours, transfer: told }: GatewayEvent,
): Promise<WebhookOutcome> {
  const id = idIn(ours, 'transfer')
  const known =
    (told && (await lockTransferByName(ctx.db, told.id))) ?? (id ? await transferById(ctx.db, id) : undefined)
  if (!told || !known) return 'unknown'
  if (known.gateway_id && known.gateway_id !== told.id) {
    await raiseAlarm(ctx, { kind: 'payments.twice', subjectId: told.id, values: { id: told.id } })
    return 'noted'
  }
  // The response to our own request will record the transfer.
  if (!known.gateway_id) return 'noted'
  let moved = false
  for (const { id, amountMinor, ours } of told.reversals) {
    const row = await reversalOf(ctx, known.id, { id, amountMinor, ours })
    const transfer = await transferById(ctx.db, known.id)
    if (!row || !transfer) continue
    await recordReversal(ctx, transfer, row, id)
    moved = true
  }
  return moved ? 'moved' : 'late'
}

async function reversalOf(
  ctx: Context,
  transferId: string,
  { id, amountMinor, ours }: { id: string; amountMinor: Minor; ours: string | null },
) {
  const ownId = idIn(ours, 'reversal')
  const own = ownId ? await lockReversal(ctx.db, ownId) : undefined
  if (own) return own.state === 'done' ? null : own
  return insertReversal(ctx.db, {
    transfer_id: transferId,
    amount_minor: amountMinor,
    next_at: null,
    created_at: ctx.now,
    state: 'done',
    gateway_id: id,
    done_at: ctx.now,
  })
}

/** Handles a payout webhook: paid or returned by the artist's bank. */
export const handlePayoutWebhook: WebhookHandler = async (ctx, gateway, event) => {
  const { accountId, payout: told, ours } = event
  if (!accountId || !told) return 'noted'
  const account = await findPayoutAccountByName(ctx.db, gateway, accountId)
  if (!account) return 'unknown'
  const payout = await payoutTold(ctx, gateway, told.id, ours)
  if (payout && payout.provider_id !== account.provider_id) return 'unknown'
  if (event.kind === 'paid') {
    if (payout?.state !== 'sent') return payout ? 'late' : 'noted'
    await updatePayout(ctx.db, payout.id, {
      state: 'paid',
      paid_at: event.at,
      gateway_id: told.id,
      next_at: null,
      claim: null,
      claimed_until: null,
    })
    return 'moved'
  }
  const error = told.reason || 'Their bank returned it.'
  if (payout && (payout.state === 'sent' || payout.state === 'paid')) {
    await endPayout(ctx, await getSenderInTransaction(ctx), payout, {
      error,
      artist: true,
      returned: true,
      at: event.at,
    })
    return 'moved'
  }
  return payout ? 'late' : 'noted'
}

async function payoutTold(
  ctx: Context,
  gateway: GatewayName,
  gatewayId: string,
  ours: string | null,
): Promise<PayoutRow | undefined> {
  const named = await findPayoutByName(ctx.db, gateway, gatewayId)
  if (named) return named
  const id = idIn(ours, 'payout')
  const own = id ? await lockPayout(ctx.db, id) : undefined
  // The event is about an attempt that was replaced.
  return own?.gateway_id || own?.returned_at ? undefined : own
}
