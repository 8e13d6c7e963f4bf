import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import { moneyOf, type Minor } from '#contract/money.ts'
import type { Country, Values } from '#contract/words.ts'
import type { Requester } from '#contract/search/search.ts'
import { notify, type Sender, senderIn } from '#server/notifications/index.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { quoteById } from '#server/search/index.ts'
import { holdById, type HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { type BillRow, billOf, shareById } from './split-queries.ts'

/** An amount as mails say it. */
export const cashOf = (amountMinor: Minor, currency: string): string =>
  moneyOf(amountMinor, currency, { decimals: 'always' })

async function factsOf(ctx: Context, hold: HoldRow) {
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!search || !quote) return null
  const country = search.country_code as Country
  const moment = (at: Date | null): string => {
    const iso = (at ?? ctx.now).toISOString()
    return `${date(zonedDay(iso, search.tz), country, ctx.now.getUTCFullYear())}, ${clock(zonedTime(iso, search.tz))}`
  }
  return {
    country,
    moment,
    quote,
    values: {
      name: quote.name,
      event: (hold.requester as Requester | null)?.event ?? '',
      date: date(search.event_date, country, ctx.now.getUTCFullYear()),
      policy: quote.policy,
    },
  }
}

/** Tells whoever booked how their shared bill stands, once for each. In the caller's transaction. */
export async function tellBooker(
  ctx: Context,
  sender: Sender,
  hold: HoldRow,
  bill: BillRow,
  kind: 'split.begun' | 'split.rest' | 'split.letGo',
  amountMinor: Minor,
  more: Values = {},
): Promise<void> {
  const who = hold.requester as Requester | null
  const facts = await factsOf(ctx, hold)
  if (!facts || !who) return
  const { quote, country, moment, values } = facts
  await notify(ctx, sender, {
    kind,
    fact: `${kind} ${hold.id}`,
    to: { email: who.email, name: who.name, accountId: hold.account_id, country },
    path:
      kind === 'split.letGo' ? `/book/${hold.search_id}/@/${quote.slug}?type=${quote.mode}` : `/book/split/${hold.id}`,
    values: {
      ...values,
      amount: cashOf(amountMinor, quote.currency),
      total: cashOf(bill.due_minor, quote.currency),
      dateTime: moment(kind === 'split.rest' ? bill.rest_until : bill.shares_until),
      ...more,
    },
  })
}

type ShareKind = 'share.reserved' | 'share.paid' | 'share.letGo' | 'share.refunded' | 'refund.failed'

/** Tells whoever paid a share or the rest, at the address they gave, what became of it, once for each fact. In the caller's transaction. */
export async function tellPayer(
  ctx: Context,
  payment: PaymentRow,
  kind: ShareKind,
  { fact = payment.id, ...more }: Values & { fact?: string } = {},
): Promise<void> {
  const share = await shareById(ctx.db, payment.ref)
  const hold = await holdById(ctx.db, share?.hold_id ?? payment.ref)
  const facts = hold && (await factsOf(ctx, hold))
  const bill = hold && (await billOf(ctx.db, hold.id))
  if (!facts || !bill) return
  await notify(ctx, await senderIn(ctx), {
    kind,
    fact: `${kind} ${fact}`,
    to: { email: payment.email, name: share?.name || null, accountId: payment.account_id, country: facts.country },
    path:
      share && !share.booker
        ? `/split/${await openingKey(ctx.database, ctx.env, 'share', share.id)}`
        : bill.appointment_id
          ? `/customer-dashboard/bookings/${bill.appointment_id}`
          : `/book/split/${hold.id}`,
    values: {
      ...facts.values,
      amount: cashOf(payment.amount_minor, payment.currency),
      number: String(payment.number),
      dateTime: facts.moment(kind === 'share.paid' ? ctx.now : bill.rest_until),
      ...more,
    },
  })
}
