import { holdLimits, partnerLinks } from '#contract/checkout/lifecycle-hold.ts'
import type { PartnerHold, partnerHolds } from '#contract/checkout/partner-holds.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney, formatTime } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Country } from '#contract/words.ts'
import { findPartnerById, getCachedTermsVersion, getRequesterAccount, parseMobile } from '#server/accounts/index.ts'
import { findAppointmentOfHold, findBookingOnSearch, formatMoment, getWorkSpot } from '#server/appointments/index.ts'
import { bookingPayable } from '#server/billing/index.ts'
import { getCatalog, needsGuardian } from '#server/catalog/index.ts'
import { getSender, type Notice, notify } from '#server/notifications/index.ts'
import { getQuoteToBook } from '#server/offers/index.ts'
import { assertChargeable, chargePartnerAccount, releaseReserved } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { runInLanguage } from '#server/platform/language.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import { assertTimeFree, getSpeeds, lockDiary } from '#server/providers/index.ts'
import {
  checkDetails,
  claimSearch,
  findQuoteById,
  findSearch,
  getPartnerSearch,
  presentQuote,
  type QuoteRow,
  resolveSearch,
  type SearchRow,
} from '#server/search/index.ts'
import { bookHold, presentQuoteOfHold } from './confirm-booking.ts'
import {
  countHoldsOfPartner,
  findHoldOfPartner,
  type HoldRow,
  lockHold,
  savePapers,
  setLinkSent,
  setOnAccount,
} from './holds.queries.ts'
import { assertHoldLimit, readHoldFacts, reserveHold } from './holds.ts'
import { assertTestInTime } from './linked-checkout.ts'
import { endHeldTimes } from './release-holds.ts'
import { bookSandboxHold, createSandboxHold, readSandboxHold, releaseSandboxHold } from './sandbox.ts'

const HOUR_MS = 3_600_000

/**
 * Holds the time of a locked quote on a search of the calling partner, saves the customer's details with the search and
 * mails the customer the link to pay. Whoever opens the link first owns the search. For a booking on account no link is
 * mailed, and the account is checked first. Throws `slot_taken` if the time is taken, and `too_many_holds` if the
 * partner has made too many holds or the artist's day has enough unpaid holds. A sandbox key only learns whether the time
 * is free: nothing is held, saved or mailed.
 */
export async function createPartnerHold(
  ctx: Context,
  { quoteId, profileId, type, hash, customer, deposit }: InputOf<typeof partnerHolds.create>,
): Promise<OutputOf<typeof partnerHolds.create>> {
  const partnerId = getCallingPartner(ctx)
  const search = await getPartnerSearch(ctx, quoteId)
  const asked = resolveSearch(search, await getCatalog(ctx.database), ctx.now)
  const { row, locked } = await getQuoteToBook(ctx, asked, { profileId, mode: type, hash })
  if (!locked.plan) throw new Refusal('time_needed')
  const details = await checkDetails(ctx, search, {
    ...customer,
    event: customer.event ?? asked.category.label,
    mobile: parseMobile(customer.mobile, search.country_code),
    timeConstraint: search.time_constraint,
  })
  const job = {
    ...getWorkSpot(row, search),
    from: Date.parse(locked.plan.arriveAt),
    to: Date.parse(locked.plan.doneAt),
  }
  if (job.from <= ctx.now.getTime()) throw new Refusal('quote_expired')
  const day = { providerId: row.provider_id, eventDate: search.event_date, network: null }
  const { rechecked } = await readHoldFacts(
    ctx,
    {
      ...day,
      accountId: null,
      visitorHash: null,
      searchId: search.id,
      from: job.from,
      to: job.to + row.buffer_minutes * 60_000,
      now: ctx.now,
      minutes: partnerLinks.hours * 60,
    },
    customer.email,
  )
  if (rechecked && !row.offer_id && !(await findQuoteById(ctx.db, search.id, row.id))?.instant_booking)
    throw new Refusal('not_instant')
  await assertTestInTime(ctx, {
    provider_id: row.provider_id,
    starts_at: new Date(job.from),
    services: asked.services.map(({ id }) => id),
  })
  const onAccount = deposit === 'on_account'
  const shown = presentQuoteOfHold({ on_account: onAccount }, row)
  if (onAccount) await assertChargeable(ctx, chargeOf(partnerId, shown))
  const [speeds, sender] = [await getSpeeds(ctx), await getSender(ctx)]
  const until = new Date(Math.min(ctx.now.getTime() + partnerLinks.hours * HOUR_MS, job.from))
  if (ctx.viewer.key?.sandbox)
    return ctx.idempotent(async (tx) => {
      await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
      return { hold: await createSandboxHold(tx, { partnerId, quote: row, until, onAccount }) }
    })
  return ctx.idempotent(async (tx) => {
    await lockLimit(tx.db, `links of partner ${partnerId}`)
    const since = new Date(tx.now.getTime() - partnerLinks.hours * HOUR_MS)
    if ((await countHoldsOfPartner(tx.db, partnerId, since)) >= partnerLinks.most) throw new Refusal('too_many_holds')
    await lockDiary(tx.db, row.provider_id)
    if (await findBookingOnSearch(tx.db, search.id, row.provider_id)) throw new Refusal('already_booked')
    // A mailed link promises the time, so it is never a soft hold.
    if ((await assertHoldLimit(tx, day)).firm_day >= holdLimits.firmInDay) throw new Refusal('too_many_holds')
    await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
    const { id } = await reserveHold(tx, { row, search, job, accountId: null, until })
    await details.keep(tx.db)
    if (onAccount) return { hold: presentPartnerHold(await setOnAccount(tx.db, id), row, null) }
    const hold = await setLinkSent(tx.db, id, tx.now)
    const partner = await findPartnerById(tx.db, partnerId)
    await notify(tx, sender, buildLinkNotice(tx, { hold, search, quote: row, customer, partner: partner?.name ?? '' }))
    return { hold: presentPartnerHold(hold, row, null) }
  })
}

function getCallingPartner({ viewer: { key } }: Context): string {
  if (!key?.partnerId) throw new Refusal('not_yours')
  return key.partnerId
}

type Linked = {
  hold: HoldRow
  search: SearchRow
  quote: QuoteRow
  customer: { name: string; email: string }
  partner: string
}

function buildLinkNotice(ctx: Context, { hold, search, quote, customer, partner }: Linked): Notice {
  const country = search.country_code as Country
  const { plan, total } = presentQuote(quote)
  const values = runInLanguage(search.language, () => ({
    partner,
    name: quote.name,
    date: formatDate(search.event_date, country, ctx.now.getUTCFullYear()),
    time: plan && formatTime((plan.readyBy ?? plan.arriveAt).slice(11, 16)),
    total: formatMoney(total, quote.currency),
    deposit: formatMoney(getDueNow(presentQuote(quote), false), quote.currency),
    clock: formatMoment(hold.expires_at, search, ctx.now),
  }))
  return {
    kind: 'hold.link',
    to: { ...customer, accountId: null, country, language: search.language },
    path: `/book/${search.id}/@/${quote.slug}?type=${quote.mode}`,
    fact: `hold.link ${hold.id}`,
    values,
  }
}

const chargeOf = (partnerId: string, locked: LockedQuote) => ({
  partnerId,
  currency: locked.currency,
  amountMinor: toMinor(getDueNow(locked, false)),
})

/**
 * Books a hold of the calling partner, which then owes the deposit on its account; the customer gets the confirmation.
 * The account is locked, so that concurrent bookings cannot exceed the limit together. A card payment that the customer
 * has begun by a link is released. Throws `account_limit` with what is left of the limit.
 */
export async function bookPartnerHold(
  ctx: Context,
  { holdId, day, names, terms: accepted, guardian }: InputOf<typeof partnerHolds.book>,
): Promise<OutputOf<typeof partnerHolds.book>> {
  const partnerId = getCallingPartner(ctx)
  if (!accepted) throw createFieldRefusal('terms_missing', 'terms')
  if (ctx.viewer.key?.sandbox) return bookSandboxHold(ctx, partnerId, { holdId, address: day.address })
  const known = await findHoldOfPartner(ctx.db, holdId, partnerId)
  const search = known && (await findSearch(ctx.database, known.search_id))
  const quote = known && (await findQuoteById(ctx.db, known.search_id, known.quote_id))
  if (!known || !search?.details || !quote) throw new Refusal('not_found')
  assertHeld(ctx, known)
  if (quote.mode === 'mobile' && !day.address) throw createFieldRefusal('address_missing', 'day.address')
  const isForMinors = needsGuardian(await getCatalog(ctx.database), search.people)
  if (isForMinors && !guardian) throw createFieldRefusal('guardian_missing', 'guardian')
  const requester = search.details as Requester
  const country = search.country_code as CountryCode
  const version = await getCachedTermsVersion(ctx.database, 'customer')
  return ctx.idempotent(async (tx) => {
    await lockDiary(tx.db, known.provider_id)
    const held = await lockHold(tx.db, holdId)
    if (!held) throw new Refusal('not_found')
    assertHeld(tx, held)
    // The customer has opened the link and pays in another way.
    if (held.split || held.credit_minor > 0) throw new Refusal('state_changed')
    const { id: accountId } = await getRequesterAccount(tx, requester, country, version)
    await setOnAccount(tx.db, holdId)
    const papers = await savePapers(tx.db, holdId, {
      requester,
      day: { ...day, names: names.map((name) => name.trim()), shareNumber: false, smsReminders: false },
      account_id: accountId,
      terms_accepted_at: tx.now,
      guardian_confirmed_at: isForMinors ? tx.now : null,
      in_full: false,
      split: false,
    })
    const charge = chargeOf(partnerId, presentQuoteOfHold({ on_account: true }, quote))
    await releaseReserved(tx, [holdId])
    const payment = await chargePartnerAccount(tx, {
      ...charge,
      ref: holdId,
      accountId,
      providerId: held.provider_id,
      countryCode: country,
      feeMinor: Math.min(toMinor(presentQuote(quote).fee), charge.amountMinor),
      description: `${requester.event}, ${formatDate(search.event_date, country)}, ${quote.name}`,
      email: requester.email,
    })
    const booked = papers && (await bookHold(tx, papers, charge.amountMinor))
    if (!booked) throw new Refusal('state_changed')
    await claimSearch(tx.db, search.id, accountId)
    await bookingPayable.capturedAll(tx, [payment])
    return { hold: presentPartnerHold({ ...papers, state: 'booked' }, quote, booked.id) }
  })
}

function assertHeld({ now }: Context, hold: HoldRow): void {
  if (hold.state === 'booked') throw new Refusal('already_booked')
  if (hold.state !== 'held' || hold.expires_at <= now) throw new Refusal('hold_lapsed')
}

const presentPartnerHold = (hold: HoldRow, quote: QuoteRow, bookingId: string | null): PartnerHold => {
  const locked = presentQuoteOfHold(hold, quote)
  return {
    id: hold.id,
    state: hold.state as PartnerHold['state'],
    expiresAt: hold.expires_at.toISOString(),
    endReason: hold.end_reason as PartnerHold['endReason'],
    artist: { slug: quote.slug, name: quote.name },
    total: locked.total,
    deposit: getDueNow(locked, false),
    onAccount: hold.on_account,
    currency: locked.currency,
    bookingId,
    sandbox: false,
  }
}

/** Throws `not_found` for holds of others, and for those that a customer made by the partner's link. */
export async function readPartnerHold(
  ctx: Context,
  { holdId }: InputOf<typeof partnerHolds.read>,
): Promise<OutputOf<typeof partnerHolds.read>> {
  const partnerId = getCallingPartner(ctx)
  if (ctx.viewer.key?.sandbox) return { hold: await readSandboxHold(ctx, partnerId, holdId) }
  const hold = await findHoldOfPartner(ctx.db, holdId, partnerId)
  const quote = hold && (await findQuoteById(ctx.db, hold.search_id, hold.quote_id))
  if (!hold || !quote) throw new Refusal('not_found')
  const bookingId = hold.state === 'booked' ? await findAppointmentOfHold(ctx.db, hold.id) : null
  return { hold: presentPartnerHold(hold, quote, bookingId) }
}

/** Releases a hold of the calling partner. Does nothing if it has ended or is booked. */
export async function releasePartnerHold(
  ctx: Context,
  { holdId }: InputOf<typeof partnerHolds.release>,
): Promise<OutputOf<typeof partnerHolds.release>> {
  const partnerId = getCallingPartner(ctx)
  if (ctx.viewer.key?.sandbox) return { hold: await releaseSandboxHold(ctx, partnerId, holdId) }
  const hold = await findHoldOfPartner(ctx.db, holdId, partnerId)
  if (!hold) throw new Refusal('not_found')
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, hold.provider_id)
    await endHeldTimes(tx, [hold.id], 'released')
  })
  return readPartnerHold(ctx, { holdId })
}
