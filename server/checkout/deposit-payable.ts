import { formatDate, formatMoney, formatTime } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { type Country, formatYou } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, getSenderInTransaction, wasMailedSince } from '#server/notifications/index.ts'
import type { PayableHandlers, PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { presentQuote, findQuoteById } from '#server/search/index.ts'
import { bookingPayable } from '#server/billing/index.ts'
import { formatMoment, isUrgent } from '#server/appointments/index.ts'
import { confirmRest } from './confirm-shares.ts'
import { notifyPayer } from './shared-bills.ts'
import { confirmTeam } from './team-holds.ts'
import { confirmAtOnce, confirmBooking } from './confirm-booking.ts'
import { findHold, findSearchForBooking } from './holds.queries.ts'

const cash = (amountMinor: Minor, currency: string) =>
  formatMoney(toMajor(amountMinor), currency, { decimals: 'always' })

const HOUR_MS = 3_600_000

const failedDeposit = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const found = await findHoldContext(ctx, payment)
  if (!found) return
  const { hold, to, values, path } = found
  await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  // Sends at most one email an hour, because the page shows each failure.
  if (
    await wasMailedSince(ctx.db, {
      kind: 'payment.failed',
      email: to.email,
      since: new Date(ctx.now.getTime() - HOUR_MS),
    })
  )
    return
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind: 'payment.failed',
    to,
    path,
    fact: `failed ${payment.id} ${ctx.now.toISOString()}`,
    values: {
      ...values,
      countdown: `${Math.max(0, Math.round((hold.expires_at.getTime() - ctx.now.getTime()) / 60_000))} min`,
      clock: formatMoment(hold.expires_at, found.search, ctx.now),
    },
  })
}

// Notifies the customer that the slot was lost and nothing was charged. Does nothing if nothing was authorised.
const voidedDeposit = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const found = await findHoldContext(ctx, payment)
  if (!found) return
  const { hold, to, values, plan } = found
  await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  if (!payment.authorised_at || hold.state === 'booked') return
  // Another payer was faster. The page of the bill shows the amount that is still open.
  if (hold.split) return notifyPayer(ctx, payment, 'share.letGo')
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind: 'payment.voided',
    to,
    path: `/quotes/${hold.search_id}`,
    fact: `voided ${payment.id}`,
    ...(plan && !plan.readyBy ? { how: 'start' as const } : {}),
    urgent: plan !== null && isUrgent(ctx.now, new Date(plan.arriveAt)),
    values: {
      ...values,
      artists: 'Other artists',
      time: plan && formatTime((plan.readyBy ?? plan.arriveAt).slice(11, 16)),
      ofYou: plan && formatYou(new Set(plan.blocks.map(({ person }) => person)).size),
    },
  })
}

async function findHoldContext(ctx: Context, payment: PaymentRow) {
  const hold = await findHold(ctx.db, payment.ref)
  const search = hold && (await findSearchForBooking(ctx.db, hold.search_id))
  const quote = hold && (await findQuoteById(ctx.db, hold.search_id, hold.quote_id))
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
      date: formatDate(search.event_date, search.country_code as Country, ctx.now.getUTCFullYear()),
    },
  }
}

export const depositPayable: PayableHandlers = {
  ...bookingPayable,
  authorised: async (ctx, payment) => {
    const decision = await confirmBooking(ctx, payment)
    if (typeof decision === 'object') return confirmTeam(ctx, decision.team, payment)
    return decision === 'shared' ? confirmRest(ctx, payment) : decision
  },
  authorisedAtOnce: confirmAtOnce,
  failed: failedDeposit,
  voided: voidedDeposit,
}
