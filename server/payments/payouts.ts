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

/** The hour and minute, in UTC, at which what is due is paid out each day. */
export const payoutTime = { hour: 6, minute: 30 } as const

/** Whether an operator has stopped all payouts. Not inside a transaction. */
export const arePayoutsStopped = (ctx: Context): Promise<boolean> => isStopped(ctx.database, 'payouts')

/** Pays everybody out to whom something is due that day, and sends what could not be sent before. */
export async function payOut(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  const due = { most: AT_ONCE, rhythms: ['daily', 'weekly'] as const, weeklyDueBy: lastMonday(ctx.now) }
  for (const { provider_id, currency } of await listPayableProviders(ctx.db, due))
    await openPayout(ctx, provider_id, currency)
  await sendPayouts(ctx)
}

/** Pays job by job whoever wants it so, a payout each, as soon as a job has been earned. Not inside a transaction. */
export async function payOutJobs(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  for (const { provider_id, currency } of await listPayableProviders(ctx.db, { most: AT_ONCE, rhythms: ['job'] }))
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
    const earned = Number(
      (await getOwedSums(ctx.db, providerId)).find((owed) => owed.currency === currency)?.earned ?? 0,
    )
    const [account, payee] = [await findPayoutAccount(ctx.db, providerId), await findPayeeById(ctx.db, providerId)]
    if (earned <= 0 || account?.state !== 'ready' || !payee) return null
    const all = await listShares(ctx.db, providerId, currency)
    // What is owed beside all jobs (a share passed on, say) leaves by itself once none has anything left.
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

/** Sends the payouts that are due to leave: to the artists' accounts at the service, and from there to their banks; and takes back what was sent too much. Not inside a transaction. */
export async function sendPayouts(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  await processDueRows(ctx, 'payout_transfer', (part) => sendTransfer(ctx, part))
  await processDueRows(ctx, 'payout', (payout) => sendToBank(ctx, payout))
  await reverseOversent(ctx)
}

const payableOf = (shares: readonly Share[]): Minor =>
  shares.reduce((sum, { shareMinor, frozenMinor }) => sum + shareMinor - frozenMinor, 0)

/** What is left of the payments of the job that was paid for first, deposit, balance and tip together; nothing where no payment has anything left. */
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
/** What a card has paid has come by then; what is still missing is somebody's to look for. */
const COME_BY_MS = 10 * 24 * HOUR_MS

/** Has the service pay what it holds for an artist to their bank; answers when it is to be tried again. */
async function sendToBank(ctx: Context, payout: PayoutRow): Promise<Date | null> {
  if (payout.state === 'queued') await splitIfWhole(ctx, payout)
  if (payout.state !== 'sent' || payout.gateway_id) return null
  // What was taken back of another payout after that had left came out of this one's money.
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
      // Part of it may be taken back between two tries: what is less then is another call.
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

// What a process of the version before this one has opened has no parts yet.
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
      error: done ? '' : 'All of it was taken back before it left.',
      ...(paid ? { state: 'paid', paid_at: ctx.now } : {}),
    })
    return null
  })

// From a charge whose money has not come yet: it is there for the artist, and leaves once it has.
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

/** What the service says of an artist's account; once it is in order, what their bank had sent back leaves again. */
export const handleAccountWebhook: WebhookHandler = async (ctx, gateway, { accountId, account, at }) => {
  if (!accountId || !account) return 'unknown'
  if (!(await findPayoutAccountByName(ctx.db, gateway, accountId))) return 'unknown'
  const providerId = await setPayoutState(ctx.db, gateway, accountId, account, ctx.now, at)
  if (!providerId) return 'late'
  if (account.state === 'ready') await sendReturnedAgain(ctx.db, providerId, ctx.now)
  return 'moved'
}

/** Money has come: what waited for it is tried again, the platform's or one artist's. */
export const handleBalanceWebhook: WebhookHandler = async (ctx, gateway, { accountId }) => {
  if (!accountId) {
    await retryTransfersNow(ctx.db, ctx.now)
    return 'noted'
  }
  const account = await findPayoutAccountByName(ctx.db, gateway, accountId)
  if (account) await retryPayoutsNow(ctx.db, account.provider_id, ctx.now)
  return account ? 'noted' : 'unknown'
}

/** A transfer that the service has made, and what of it has come back, on whosever word. */
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
  // What is told before the answer has come is known by the answer.
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

// One of ours that is not written down yet, or one that was made on the service's own pages.
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

/** An artist's bank has a payout, or has sent it back. */
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
  const error = told.reason || 'Their bank sent it back.'
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
  // Another try of the same payout has taken the place of the one that is told of.
  return own?.gateway_id || own?.returned_at ? undefined : own
}
