import { platformPays } from '#contract/price.ts'
import type { Bearer } from '#contract/payments/refund.ts'
import { money, date, time, zonedDay } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Country, ofYou, reader } from '#contract/words.ts'
import { notify, notifyAll, senderIn, toldSince } from '#server/notifications/index.ts'
import { findAccount } from '#server/accounts/index.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import {
  endOfVoucher,
  type PayableHandlers,
  type PaymentRow,
  paymentsOf,
  type RefundRow,
  registerPayable,
  release,
  spendById,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { registerHoldRelease } from '#server/providers/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  appointmentById,
  type AppointmentRow,
  appointmentsOfHolds,
  moveById,
} from '#server/bookings/appointments/appointment-queries.ts'
import { confirmAtOnce, confirmBooking } from '#server/bookings/holds/confirm-booking.ts'
import { releaseMatchingHolds } from '#server/bookings/holds/release-holds.ts'
import { appointmentOfHold, holdById } from '#server/bookings/holds/hold-queries.ts'
import { heldOf, wholeOf } from './money-of.ts'
import { giveBackLate } from './give-back-late.ts'
import { handleRefusedRefund } from './refused-refund.ts'
import { confirmMove } from '#server/bookings/moves/confirm-move.ts'
import { confirmTeam } from '#server/bookings/team-up/confirm-team.ts'
import { confirmRest, confirmShare } from '#server/bookings/split/confirm-shared.ts'
import { appointmentOfShare } from '#server/bookings/split/split-queries.ts'
import { sharePayable } from '#server/bookings/split/share-payable.ts'
import { tellPayer } from '#server/bookings/split/tell-split.ts'
import { tipPayable } from '#server/bookings/tips/tip-payable.ts'
import { evidenceOf } from './evidence-of.ts'
import { confirmBalance } from './pay-balance.ts'
import { paidFor } from '#server/bookings/money/payments-for.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import { momentOf, noticeOf, soon, tell } from '#server/bookings/notices/tell.ts'
import { type Parties, partiesOfAll } from '#server/bookings/notices/tell-queries.ts'

/** What it means to bookings that a deposit, a difference or a balance is paid, fails, or goes back. */
export function registerBookings(): void {
  registerHoldRelease(releaseMatchingHolds)
  registerPayable('deposit', {
    authorised: async (ctx, payment) => {
      const decision = await confirmBooking(ctx, payment)
      if (typeof decision === 'object') return confirmTeam(ctx, decision.team, payment)
      return decision === 'shared' ? confirmRest(ctx, payment) : decision
    },
    authorisedAtOnce: confirmAtOnce,
    capturedAll,
    about,
    whole,
    evidence,
    failed: failedDeposit,
    voided: voidedDeposit,
    refunded,
    refundRefused,
  })
  registerPayable('difference', {
    authorised: confirmMove,
    capturedAll,
    about,
    whole,
    evidence,
    refunded,
    refundRefused,
  })
  registerPayable('credit', { authorised: async () => 'void', about, whole, evidence, refunded, refundRefused })
  registerPayable('tip', tipPayable)
  registerPayable('share', {
    ...sharePayable,
    authorised: confirmShare,
    captured: async (ctx, payment) => {
      await sharePayable.captured?.(ctx, payment)
      const row = await appointmentOf(ctx, payment)
      if (row) await giveBackLate(ctx, row, payment)
    },
    whole,
    evidence,
    refundRefused,
  })
  registerPayable('balance', {
    authorised: confirmBalance,
    capturedAll,
    about,
    whole,
    evidence,
    refunded,
    refundRefused,
  })
}

/** The appointment that a payment belongs to, whatever it was opened for. */
async function appointmentOf(ctx: Context, { kind, ref }: PaymentRow): Promise<AppointmentRow | undefined> {
  if (kind === 'difference') {
    const move = await moveById(ctx.db, ref)
    return move && appointmentById(ctx.db, move.appointment_id)
  }
  if (kind === 'credit') {
    const spend = await spendById(ctx.db, ref)
    const id = spend && ((await appointmentOfHold(ctx.db, spend.for_ref)) ?? spend.for_ref)
    return id ? appointmentById(ctx.db, id) : undefined
  }
  const booked =
    kind === 'deposit'
      ? await appointmentOfHold(ctx.db, ref)
      : kind === 'share'
        ? await appointmentOfShare(ctx.db, ref)
        : null
  const id = booked ?? ref
  return appointmentById(ctx.db, id)
}

const evidence: PayableHandlers['evidence'] = async (ctx, payment) => {
  const row = await appointmentOf(ctx, payment)
  return row ? evidenceOf(ctx, row) : null
}

const cash = (amountMinor: Minor, currency: string) => money(major(amountMinor), currency, { decimals: 'always' })
const what = {
  deposit: 'Deposit',
  balance: 'Balance',
  difference: 'Difference after a move',
  tip: 'Tip',
  credit: 'Gift voucher',
  voucher: 'Gift voucher',
  share: 'Your share',
} as const
const whatOf = ({ kind }: PaymentRow, row: AppointmentRow): string =>
  kind === 'deposit' && row.in_full ? 'Paid in full' : what[kind]

// A receipt names the appointment, and counts what else was paid for it: the deposit, the differences of its moves, the balance.
const about: PayableHandlers['about'] = async (ctx, payment) => {
  const row = await appointmentOf(ctx, payment)
  if (!row) return null
  return {
    refs: await paidFor(ctx, row),
    inFull: row.in_full,
    price: { totalMinor: row.total_minor, platformMinor: platformPays(row.body) },
    line: `${whatOf(payment, row)}, ${row.event}, ${date(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())}`,
    openMinor:
      row.state === 'cancelled' || row.state === 'no_show' || row.balance_paid_at
        ? 0
        : row.total_minor - row.deposit_minor,
  }
}

const whole: PayableHandlers['whole'] = async (ctx, payment) => {
  const row = await appointmentOf(ctx, payment)
  return row ? wholeOf(row) : null
}

// Taken: a receipt. Cancelled before the bank had taken it: what was to go back goes now.
const capturedAll: PayableHandlers['capturedAll'] = async (ctx, payments) => {
  const rows = await appointmentsOf(ctx, payments)
  const parties = await partiesOfAll(
    ctx.db,
    [...rows.values()].map(({ id }) => id),
  )
  const receipts = payments.flatMap((payment) => {
    const row = rows.get(payment.id)
    const both = row && parties.get(row.id)
    return (both && receiptOf(ctx, payment, row, both)) ?? []
  })
  if (receipts.length) await notifyAll(ctx, await senderIn(ctx), receipts)
  for (const payment of payments) {
    const row = rows.get(payment.id)
    if (row) await giveBackLate(ctx, row, payment)
    // Taken after all was done: the artist's with the rest.
    if (row?.state === 'completed' && payment.kind === 'balance')
      await release(ctx, { providerId: row.provider_id, ref: payment.ref })
  }
}

/** The appointments that payments belong to, by the ids of the payments. */
async function appointmentsOf(
  ctx: Context,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, AppointmentRow>> {
  const [deposits, others] = [
    payments.filter(({ kind }) => kind === 'deposit'),
    payments.filter(({ kind }) => kind !== 'deposit'),
  ]
  const byHold = await appointmentsOfHolds(
    ctx.db,
    deposits.map(({ ref }) => ref),
  )
  const found = new Map<string, AppointmentRow>()
  for (const { id, ref } of deposits) {
    const row = byHold.get(ref)
    if (row) found.set(id, row)
    // A deposit that went on to another appointment names that.
    else others.push(...deposits.filter((one) => one.id === id))
  }
  for (const payment of others) {
    const row = await appointmentOf(ctx, payment)
    if (row) found.set(payment.id, row)
  }
  return found
}

const receiptOf = (ctx: Context, payment: PaymentRow, row: AppointmentRow, parties: Parties) =>
  noticeOf(ctx, row, parties, 'customer', 'payment.receipt', {
    fact: `receipt ${payment.id}`,
    path: `/customer-dashboard/receipts/${payment.id}`,
    values: {
      amount: cash(payment.amount_minor, payment.currency),
      dateTime: momentOf(ctx.now, row, ctx.now),
      what: whatOf(payment, row),
      card: 'by card',
      number: String(payment.number),
      total: cash(row.total_minor, row.currency),
      paid: cash(row.balance_paid_at ? row.total_minor : row.deposit_minor, row.currency),
      open: cash(row.balance_paid_at ? 0 : row.total_minor - row.deposit_minor, row.currency),
    },
  })

const HOUR_MS = 3_600_000

const failedDeposit = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const found = await ofHold(ctx, payment)
  if (!found) return
  const { hold, to, values, path } = found
  await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  // Whoever tries card after card sees it on the page; a mail an hour says it.
  if (
    await toldSince(ctx.db, { kind: 'payment.failed', email: to.email, since: new Date(ctx.now.getTime() - HOUR_MS) })
  )
    return
  await notify(ctx, await senderIn(ctx), {
    kind: 'payment.failed',
    to,
    path,
    fact: `failed ${payment.id} ${ctx.now.toISOString()}`,
    values: {
      ...values,
      countdown: `${Math.max(0, Math.round((hold.expires_at.getTime() - ctx.now.getTime()) / 60_000))} min`,
      clock: momentOf(hold.expires_at, found.search, ctx.now),
    },
  })
}

// The time had gone when the bank's word came: nothing is taken, and somebody else may be free. Let go before the bank said anything, there is nothing to tell.
const voidedDeposit = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const found = await ofHold(ctx, payment)
  if (!found) return
  const { hold, to, values, plan } = found
  await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  if (!payment.authorised_at || hold.state === 'booked') return
  // Somebody of the party was a moment faster: nothing has gone, and the page of the bill says what is open.
  if (hold.split) return tellPayer(ctx, payment, 'share.letGo')
  await notify(ctx, await senderIn(ctx), {
    kind: 'payment.voided',
    to,
    path: `/quotes/${hold.search_id}`,
    fact: `voided ${payment.id}`,
    urgent: plan !== null && soon(ctx.now, new Date(plan.arriveAt)),
    values: {
      ...values,
      artists: 'Other artists',
      time: plan && time((plan.readyBy ?? plan.arriveAt).slice(11, 16)),
      ofYou: plan && ofYou(new Set(plan.blocks.map(({ person }) => person)).size),
    },
  })
}

async function ofHold(ctx: Context, payment: PaymentRow) {
  const hold = await holdById(ctx.db, payment.ref)
  const search = hold && (await searchForBooking(ctx.db, hold.search_id))
  const quote = hold && (await quoteById(ctx.db, hold.search_id, hold.quote_id))
  if (!hold || !search || !quote) return null
  const account = hold.account_id ? await findAccount(ctx.db, hold.account_id) : undefined
  return {
    hold,
    search,
    plan: presentQuote(quote).plan,
    path: `/book/${search.id}/@/${quote.slug}?type=${quote.mode}`,
    to: { email: payment.email, name: account?.name ?? null, accountId: hold.account_id, country: search.country_code },
    values: {
      name: quote.name,
      amount: cash(payment.amount_minor, payment.currency),
      date: date(search.event_date, search.country_code as Country, ctx.now.getUTCFullYear()),
    },
  }
}

const refundRefused: PayableHandlers['refundRefused'] = async (ctx, given, payment) => {
  const row = await appointmentOf(ctx, payment)
  if (row) await handleRefusedRefund(ctx, row, given, payment)
}

const refunded = async (ctx: Context, given: RefundRow, payment: PaymentRow): Promise<void> => {
  const row = await appointmentOf(ctx, payment)
  if (!row) return
  if (given.voucher_id) await tellCredit(ctx, row, given, { currency: payment.currency, id: given.voucher_id })
  const kind = given.voucher_id
    ? null
    : given.state === 'done'
      ? 'refund.sent'
      : given.state === 'failed'
        ? 'refund.failed'
        : null
  if (kind)
    await tell(ctx, await senderIn(ctx), row, 'customer', kind, {
      fact: `${kind} ${given.id}`,
      values: {
        refund: cash(given.amount_minor, payment.currency),
        reason: given.reason.replace(/\.$/, '').replace(/^./, (c) => c.toLowerCase()),
        card: payment.kind === 'credit' ? 'your gift voucher' : 'your card',
        policy: row.policy,
        policyLine: null,
      },
    })
  if (given.state === 'done' && given.borne_by) await tellProviderBearing(ctx, row, given, payment.currency)
}

// What went to a credit is with no bank: it is there, until its end.
async function tellCredit(
  ctx: Context,
  row: AppointmentRow,
  given: RefundRow,
  { id, currency }: { id: string; currency: string },
): Promise<void> {
  const end = await endOfVoucher(ctx.db, id)
  const until = end && zonedDay(new Date(end).toISOString(), row.tz)
  await tell(ctx, await senderIn(ctx), row, 'customer', 'refund.credited', {
    fact: `refund.credited ${given.id}`,
    path: '/customer-dashboard/vouchers',
    values: {
      refund: cash(given.amount_minor, currency),
      reason: given.reason.replace(/\.$/, '').replace(/^./, (c) => c.toLowerCase()),
      ends: until ? `It can be spent until ${date(until, row.country_code as Country)}.` : 'It never ends.',
    },
  })
}

// What an operator gave back is the artist's to know as well, with who bears it.
async function tellProviderBearing(
  ctx: Context,
  row: AppointmentRow,
  given: RefundRow,
  currency: string,
): Promise<void> {
  const t = reader(noticeLines, row.country_code as Country)
  const held = heldOf(await paymentsOf(ctx.db, await paidFor(ctx, row)))
  await tell(ctx, await senderIn(ctx), row, 'provider', 'refund.byTeam.provider', {
    fact: `refund.byTeam ${given.id}`,
    values: {
      refund: cash(given.amount_minor, currency),
      how: t(given.voucher_id ? 'how.credit' : 'how.back'),
      reason: given.reason.replace(/\.$/, ''),
      keepLine: t(`bornBy.${given.borne_by as Bearer}`, {
        theirs: cash(given.amount_minor - given.fee_back_minor, currency),
        fee: cash(given.fee_back_minor, currency),
      }),
      earnings: cash(
        held.providerMinor + (row.balance_paid_how === 'cash' ? row.total_minor - row.deposit_minor : 0),
        currency,
      ),
    },
  })
}
