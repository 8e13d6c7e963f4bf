import { holdLimits, partnerLinks } from '#contract/checkout/lifecycle-hold.ts'
import type { PartnerHold, partnerHolds } from '#contract/checkout/partner-holds.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney, formatTime } from '#contract/format.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import type { Country } from '#contract/words.ts'
import { findPartnerById, parseMobile } from '#server/accounts/index.ts'
import { findAppointmentOfHold, findBookingOnSearch, formatMoment, getWorkSpot } from '#server/appointments/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getSender, type Notice, notify } from '#server/notifications/index.ts'
import { getQuoteToBook } from '#server/offers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { runInLanguage } from '#server/platform/language.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assertTimeFree, getSpeeds, lockDiary } from '#server/providers/index.ts'
import {
  checkDetails,
  findQuoteById,
  getPartnerSearch,
  presentQuote,
  type QuoteRow,
  resolveSearch,
  type SearchRow,
} from '#server/search/index.ts'
import { countLinksOfPartner, findHoldOfPartner, type HoldRow, setLinkSent } from './holds.queries.ts'
import { assertHoldLimit, readHoldFacts, reserveHold } from './holds.ts'
import { assertTestInTime } from './linked-checkout.ts'
import { endHeldTimes } from './release-holds.ts'
import { createSandboxHold, readSandboxHold, releaseSandboxHold } from './sandbox.ts'

const HOUR_MS = 3_600_000

/**
 * Holds the time of a locked quote on a search of the calling partner, saves the customer's details with the search and
 * mails the customer the link to pay. Whoever opens the link first owns the search. Throws `slot_taken` if the time is
 * taken, and `too_many_holds` if the partner has sent too many links or the artist's day has enough unpaid holds. A
 * sandbox key only learns whether the time is free: nothing is held, saved or mailed.
 */
export async function createPartnerHold(
  ctx: Context,
  { quoteId, profileId, type, hash, customer }: InputOf<typeof partnerHolds.create>,
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
  const [speeds, sender] = [await getSpeeds(ctx), await getSender(ctx)]
  const until = new Date(Math.min(ctx.now.getTime() + partnerLinks.hours * HOUR_MS, job.from))
  if (ctx.viewer.key?.sandbox)
    return ctx.idempotent(async (tx) => {
      await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
      return { hold: await createSandboxHold(tx, { partnerId, quote: row, until }) }
    })
  return ctx.idempotent(async (tx) => {
    await lockLimit(tx.db, `links of partner ${partnerId}`)
    const since = new Date(tx.now.getTime() - partnerLinks.hours * HOUR_MS)
    if ((await countLinksOfPartner(tx.db, partnerId, since)) >= partnerLinks.most) throw new Refusal('too_many_holds')
    await lockDiary(tx.db, row.provider_id)
    if (await findBookingOnSearch(tx.db, search.id, row.provider_id)) throw new Refusal('already_booked')
    // A mailed link promises the time, so it is never a soft hold.
    if ((await assertHoldLimit(tx, day)).firm_day >= holdLimits.firmInDay) throw new Refusal('too_many_holds')
    await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
    const { id } = await reserveHold(tx, { row, search, job, accountId: null, until })
    const hold = await setLinkSent(tx.db, id, tx.now)
    await details.keep(tx.db)
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

const presentPartnerHold = (hold: HoldRow, quote: QuoteRow, bookingId: string | null): PartnerHold => {
  const locked = presentQuote(quote)
  return {
    id: hold.id,
    state: hold.state as PartnerHold['state'],
    expiresAt: hold.expires_at.toISOString(),
    endReason: hold.end_reason as PartnerHold['endReason'],
    artist: { slug: quote.slug, name: quote.name },
    total: locked.total,
    deposit: getDueNow(locked, false),
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
