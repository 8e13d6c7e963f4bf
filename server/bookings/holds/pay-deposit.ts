import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { parseMobile } from '#server/accounts/registering/door.ts'
import { presentQuote, quoteById } from '#server/search/locked-quotes/door.ts'
import { requesterAccount } from '#server/accounts/registering/door.ts'
import { presentPayment } from '#server/payments/door.ts'
import { openPayment } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import { speedsOf } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { refuseOwnProfile } from '#server/providers/own-person/door.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { findSearch } from '#server/search/door.ts'
import { saveDetails } from '#server/search/searches/door.ts'
import { savePapers, lockHold } from './hold-queries.ts'
import { fitCredits } from '#server/bookings/credits/fit-credits.ts'
import { coverOfHold } from '#server/bookings/money/cover.ts'
import { bookHold } from './confirm-booking.ts'
import { keepFirmly } from './hold-time.ts'
import { ownHold } from './own-hold.ts'
import { presentHold } from './present-hold.ts'

/** Keeps who books and what the day is like with the kept time, and opens the payment of its deposit, or of all of the price; nothing is booked before the bank has said so. Where credits cover it, it is booked at once. */
export async function payDeposit(
  ctx: Context,
  { holdId, requester, day, names, shareNumber, smsReminders, terms, inFull }: InputOf<typeof bookings.pay>,
): Promise<OutputOf<typeof bookings.pay>> {
  const hold = await ownHold(ctx, holdId)
  const search = await findSearch(ctx.database, hold.search_id)
  const quote = search && (await quoteById(ctx.db, search.id, hold.quote_id))
  if (!search || !quote) throw new Refusal('not_found')
  if (hold.state === 'booked') throw new Refusal('already_booked')
  if (hold.state !== 'held' || hold.expires_at <= ctx.now) throw new Refusal('hold_lapsed')
  await refuseOwnProfile(ctx, hold.provider_id, requester.email)
  const country = search.country_code as CountryCode
  if (quote.mode === 'mobile' && !day.address) throw refuseField('address_missing', 'day.address')
  if (!terms) throw refuseField('terms_missing', 'terms')
  const mobile = parseMobile(requester.mobile, country)
  const { plan } = presentQuote(quote)
  if (!plan) throw new Refusal('hold_lapsed')
  const job = { ...spotOf(quote, search), from: Date.parse(plan.arriveAt), to: Date.parse(plan.doneAt) }

  // The time of the search stays what the quote was made for.
  await saveDetails(ctx, {
    quoteId: search.id,
    ...requester,
    startTime: undefined,
    finishTime: undefined,
    timeConstraint: search.time_constraint,
  })
  const speeds = await speedsOf(ctx)
  const { account, credit_minor } = await ctx.transaction(async (tx) => {
    if (hold.soft) await lockDiary(tx.db, hold.provider_id)
    const locked = await lockHold(tx.db, hold.id)
    if (locked?.state !== 'held') throw new Refusal('hold_lapsed')
    const creditMinor =
      locked.credit_minor > 0
        ? await fitCredits(tx, locked, coverOfHold({ credit_minor: 0, in_full: inFull }, presentQuote(quote)).dueMinor)
        : 0
    if (locked.soft) await keepFirmly(tx, hold.id, { row: quote, search, job }, speeds)
    const of = await requesterAccount(tx, requester, country)
    await savePapers(tx.db, hold.id, {
      requester: { ...requester, mobile },
      day: { ...day, names: names.map((name) => name.trim()), shareNumber, smsReminders },
      account_id: of.id,
      terms_accepted_at: tx.now,
      in_full: inFull,
    })
    return { account: of, credit_minor: creditMinor }
  })
  const locked = presentQuote(quote)
  const { dueMinor, cardMinor } = coverOfHold({ credit_minor, in_full: inFull }, locked)
  if (cardMinor === 0) return bookByCredit(ctx, hold.id)
  const payment = await openPayment(ctx, {
    kind: 'deposit',
    ref: hold.id,
    accountId: account.id,
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: locked.currency,
    amountMinor: cardMinor,
    // The platform's whole fee is in the deposit: it is never less than that.
    feeMinor: Math.min(minor(locked.fee), dueMinor, cardMinor),
    description: `${requester.event}, ${date(search.event_date, country)}, ${quote.name}`.slice(0, 300),
    email: requester.email,
  })
  return ctx.once(async (tx) => ({ hold: await presentHold(tx, hold.id), payment: presentPayment(tx, payment) }))
}

const bookByCredit = (ctx: Context, holdId: string): Promise<OutputOf<typeof bookings.pay>> =>
  ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    if (!hold || !(await bookHold(tx, hold, 0))) throw new Refusal('state_changed')
    return { hold: await presentHold(tx, holdId), payment: null }
  })
