import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import {
  parseMobile,
  getRequesterAccount,
  buildRequesterParts,
  selectCurrentRequester,
  getCachedTermsVersion,
} from '#server/accounts/index.ts'
import { getCatalog, needsGuardian } from '#server/catalog/index.ts'
import { prepareDetails, presentQuote, type QuoteBody } from '#server/search/index.ts'
import {
  requestPaymentIntent,
  listCreditsForRef,
  savePayment,
  buildPaymentInsert,
  presentPayment,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getWorkSpot } from '#server/appointments/index.ts'
import { isOwnProfile, lockDiary, getSpeeds } from '#server/providers/index.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { findHoldToPay } from './confirm-booking.queries.ts'
import { lockHold, savePapers, savePapersAtOnce } from './holds.queries.ts'
import { refitCredits } from './hold-credits.ts'
import { computeHoldCover, hashPromoPerson } from '#server/billing/index.ts'
import { assignPromoToPayer } from './hold-promos.ts'
import { bookHold } from './confirm-booking.ts'
import { reserveChosen } from './linked-checkout.ts'
import { makeHoldExclusive } from './holds.ts'
import { assertNotShared, shareBill, computeBillShares } from './shared-bills.ts'
import { presentHold, searchOfOwn, presentHoldRow } from './caller-holds.ts'

/**
 * Saves the requester and event details with a hold and opens the payment of the deposit or the full price. The booking
 * is created once the payment is authorised, or immediately if credits cover it.
 */
export async function payDeposit(
  ctx: Context,
  {
    holdId,
    requester,
    day,
    names,
    shareNumber,
    smsReminders,
    terms: accepted,
    guardian,
    inFull,
    split,
  }: InputOf<typeof bookings.pay>,
): Promise<OutputOf<typeof bookings.pay>> {
  const found = await findHoldToPay(ctx.db, holdId, {
    ownProfile: (providerId) => isOwnProfile(ctx, providerId, requester.email),
    account: selectCurrentRequester(ctx, requester.email),
  })
  if (!found) throw new Refusal('not_found')
  const { hold, quote } = found
  const search = await searchOfOwn(ctx, hold)
  if (!search || !quote) throw new Refusal('not_found')
  if (hold.state === 'booked') throw new Refusal('already_booked')
  if (hold.state !== 'held' || hold.expires_at <= ctx.now) throw new Refusal('hold_lapsed')
  if (found.own) throw new Refusal('own_profile')
  const country = search.country_code as CountryCode
  if (quote.mode === 'mobile' && !day.address) throw createFieldRefusal('address_missing', 'day.address')
  if (!accepted) throw createFieldRefusal('terms_missing', 'terms')
  const isForMinors = needsGuardian(await getCatalog(ctx.database), search.people)
  if (isForMinors && !guardian) throw createFieldRefusal('guardian_missing', 'guardian')
  const mobile = parseMobile(requester.mobile, country)
  const { plan } = presentQuote(quote)
  if (!plan) throw new Refusal('hold_lapsed')
  const job = { ...getWorkSpot(quote, search), from: Date.parse(plan.arriveAt), to: Date.parse(plan.doneAt) }

  // Keeps the quoted time, whatever the request contains.
  const details = await prepareDetails(ctx, search, {
    ...requester,
    startTime: undefined,
    finishTime: undefined,
    timeConstraint: search.time_constraint,
  })
  const speeds = await getSpeeds(ctx)
  const locked = presentQuote(quote)
  // Credits reserved for another amount may exceed what is due.
  const credit_minor =
    hold.credit_minor > 0
      ? await ctx.transaction(async (tx) => {
          const now = await lockHold(tx.db, hold.id)
          if (now?.state !== 'held') throw new Refusal('hold_lapsed')
          return refitCredits(tx, now, computeHoldCover({ credit_minor: 0, in_full: inFull }, locked).dueMinor)
        })
      : 0
  // A whole price that was paid so early would be held longer than is permitted.
  if (inFull && locked.laterDeposit) throw new Refusal('state_changed')
  const { dueMinor, cardMinor } = computeHoldCover({ credit_minor, in_full: inFull }, locked)
  const promo = (quote.body as QuoteBody).promoUse
    ? { person: await hashPromoPerson(ctx.database, requester.email), email: requester.email }
    : null
  const terms = await getCachedTermsVersion(ctx.database, 'customer')
  const shares = split && computeBillShares(ctx, locked, { inFull, creditMinor: credit_minor }, split.person)
  const own =
    split && shares
      ? await ctx.transaction(async (tx) => {
          if ((await lockHold(tx.db, hold.id))?.state !== 'held') throw new Refusal('hold_lapsed')
          const { id: accountId } = await getRequesterAccount(tx, requester, country, terms)
          return shareBill(tx, { holdId: hold.id, accountId, shares, booker: split.person, names })
        })
      : null
  const payable = {
    ...(own ? { kind: 'share' as const, ref: own.id } : { kind: 'deposit' as const, ref: hold.id }),
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: locked.currency,
    amountMinor: own?.due_minor ?? cardMinor,
    // The platform's whole fee is part of the deposit.
    feeMinor: own?.fee_minor ?? Math.min(toMinor(locked.fee), dueMinor, cardMinor),
    description: truncate(`${requester.event}, ${formatDate(search.event_date, country)}, ${quote.name}`, 300),
    email: requester.email,
    ...(locked.laterDeposit ? { saveCardFor: requester.name } : {}),
  }
  const opening =
    cardMinor > 0
      ? await requestPaymentIntent(ctx, payable, { neverOpened: hold.requester === null && !own })
      : undefined
  const papers = {
    requester: { ...requester, mobile },
    day: { ...day, names: names.map((name) => name.trim()), shareNumber, smsReminders },
    terms_accepted_at: ctx.now,
    guardian_confirmed_at: isForMinors ? ctx.now : null,
    in_full: inFull,
    split: split !== null,
  }
  const person = buildRequesterParts(ctx, found.known, requester, country, terms)
  const opened = person && opening && buildPaymentInsert(ctx, { ...payable, accountId: person.accountId }, opening)
  // Credits, promo codes, shared bills and soft holds need a transaction with locks.
  if (person && opened && !promo && !own && !split && !hold.split && !hold.soft && hold.credit_minor === 0) {
    const kept = { ...papers, account_id: person.accountId }
    const answer = {
      hold: presentHoldRow(ctx, { ...hold, ...kept }, quote, { payment: opened.payment }),
      payment: presentPayment(ctx, opened.payment),
    }
    const done = await ctx.idempotentStatement(answer, (db, column) =>
      savePapersAtOnce(db, hold.id, kept, {
        version: found.version,
        details: details.part,
        account: person.made,
        terms: person.agreed,
        payment: opened.kept,
        kept: column,
      }),
    )
    if (done) return done
  }
  return ctx.idempotent(async (tx) => {
    await details.keep(tx.db)
    if (hold.soft) {
      await lockDiary(tx.db, hold.provider_id)
      const now = await lockHold(tx.db, hold.id)
      if (now?.state === 'held' && now.soft) {
        await makeHoldExclusive(tx, hold.id, { row: quote, search, job }, speeds)
        const place = {
          provider_id: hold.provider_id,
          buffer_minutes: quote.buffer_minutes,
          lat: job.lat,
          lng: job.lng,
        }
        await reserveChosen(tx, hold.id, place, speeds)
      }
    }
    if (hold.split) await assertNotShared(tx, hold.id)
    const { id: accountId } = await getRequesterAccount(tx, requester, country, terms)
    const kept = await savePapers(tx.db, hold.id, { ...papers, account_id: accountId })
    if (!kept) throw new Refusal('hold_lapsed')
    if (kept.quote_id !== quote.id) throw new Refusal('state_changed')
    if (promo) await assignPromoToPayer(tx, hold.id, promo)
    if (kept.credit_minor !== credit_minor) throw new Refusal('state_changed')
    if (!opening) {
      if (!(await bookHold(tx, kept, 0))) throw new Refusal('state_changed')
      return { hold: await presentHold(tx, hold.id), payment: null }
    }
    const payment = await savePayment(tx, { ...payable, accountId }, opening)
    const credits = credit_minor > 0 ? await listCreditsForRef(tx.db, hold.id) : []
    return {
      hold: presentHoldRow(tx, kept, quote, { payment, credits, bill: own ? 'asked' : null }),
      payment: presentPayment(tx, payment),
    }
  })
}
