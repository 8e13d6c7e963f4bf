import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatClock, formatTime } from '#contract/format.ts'
import { toMajor, toMinor, type Minor } from '#contract/money.ts'
import { getOfferExpiry } from '#contract/offers/lifecycle-offer.ts'
import type { requests } from '#contract/offers/requests.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { addSystemMessage } from '#server/messaging/index.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import { getSender } from '#server/notifications/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { explainClash, getCallerProvider, releaseHolds, getRequestSpot } from '#server/providers/index.ts'
import {
  buildQuoteBody,
  findSearch,
  findLatestQuote,
  extendWithAddOns,
  planOfQuoted,
  type QuoteBody,
  listQuotedProviders,
  type ResolvedSearch,
  resolveSearch,
  saveQuote,
  setAct,
} from '#server/search/index.ts'
import {
  getEventKey,
  listLiveRequests,
  lockEvent,
  moveRequest,
  findReceivedRequest,
  type ReceivedRow,
  lockRequest,
} from './requests.queries.ts'
import { findTaxAt } from '#server/payments/index.ts'
import { endOffer, insertOffer, getLastOfferVersion, findOfferById, type OfferKind } from './offers.queries.ts'
import { computeOccupiedSpan, toEarningLines, presentInFull } from './requests.ts'
import { findTeamOfRequest } from './team-requests.queries.ts'
import { saveSignals } from './signals.ts'
import { stripEnd } from '#contract/words.ts'
import { notifyCustomer, buildNoticeValues } from './offer-notices.ts'
import { getFacts } from './offer-notices.queries.ts'
import { type CostedLine, sumCosts, sumLines, addFeeLine, addTopUpLine } from '#contract/price-lines.ts'
import { computeUnitsWithFee } from '#contract/price.ts'

type Wanted = InputOf<typeof requests.offer>

/** Creates an offer as priced, with changed lines or at another time. `preview` returns the result without saving. */
export async function createOffer(ctx: Context, input: Wanted): Promise<OutputOf<typeof requests.offer>> {
  const [provider, catalog] = [await getCallerProvider(ctx), await getCatalog(ctx.database)]
  if (provider.state === 'suspended') throw new Refusal('suspended')
  const row = await findReceivedRequest(ctx.db, provider.id, input.requestId)
  if (!row) throw new Refusal('not_found')
  if (!row.open) throw new Refusal('state_changed')
  for (const field of ['reason', 'note'] as const)
    if (hasHiddenContact(input[field])) throw createFieldRefusal('contact_details', field)
  const search = await findSearch(ctx.database, row.search_id)
  if (!search) throw new Refusal('not_found')
  const asked = resolveSearch(search, catalog, ctx.now)
  if (asksOtherTime(asked, input) && (await findTeamOfRequest(ctx.db, row))) throw new Refusal('part_of_team')
  const timeField = input.startTime ? 'startTime' : 'finishTime'
  const time = input.startTime ?? input.finishTime
  if (time && asked.day.skips(time)) throw createFieldRefusal('time_skipped', timeField)
  const { body, kind } = await bodyOf(ctx, provider.no, asked, row, input)

  const during = computeOccupiedSpan(body, provider.buffer_minutes)
  if (!during) throw createFieldRefusal('time_needed', 'finishTime')
  const endsAt = getOfferExpiry(ctx.now.getTime(), during.from)
  if (endsAt <= ctx.now.getTime()) throw createFieldRefusal('time_past', timeField)
  const clash = await explainClash(
    ctx,
    provider.id,
    asked.day,
    { ...getRequestSpot(row.mode, provider, row), from: during.from, to: during.to },
    provider.buffer_minutes,
  )
  if (clash) throw new Refusal('slot_taken', { errors: [{ path: timeField, message: '' }], detail: clash })
  if (input.preview) {
    const preview = {
      lines: toEarningLines(body),
      earnings: body.total - body.fee,
      total: body.total,
      deposit: body.deposit,
      plan: body.plan,
    }
    // Nothing changed, so the response may be stored and repeated.
    const answer = { request: await presentInFull(ctx, catalog, provider, row), preview }
    return ctx.idempotent(async () => answer)
  }

  // The customer could not pay such an offer.
  if (!provider.payouts_ready) throw new Refusal('payout_missing')
  if (kind === 'changed' && !input.reason) throw createFieldRefusal('reason_missing', 'reason')
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    // A new version replaces an offer the customer may be paying for.
    await releaseHolds(tx, { requestId: row.id }, { reason: 'offer_withdrawn', whilePaying: 'refuse' })
    await lockEvent(tx.db, row.event_key)
    const request = await lockRequest(tx.db, row.id)
    if (!request?.open || (request.state !== 'requested' && request.state !== 'offered'))
      throw new Refusal('state_changed')
    if (request.state === 'requested' && request.ends_at <= tx.now) throw new Refusal('state_changed')
    const quote = await newVersion(tx, row, body, new Date(endsAt))
    if (request.state === 'offered') await endOffer(tx.db, request.id, 'replace', tx.now)
    const version = (await getLastOfferVersion(tx.db, request.id)) + 1
    await insertOffer(tx.db, {
      requestId: request.id,
      version,
      quoteId: quote.id,
      kind,
      reason: input.reason,
      note: input.note,
      during,
      now: tx.now,
      endsAt: new Date(endsAt),
    })
    if (request.state === 'requested') await moveRequest(tx.db, request.id, 'offer', { answered_at: tx.now })
    await setAct(tx, {
      searchId: row.search_id,
      providerId: provider.id,
      state: 'offered',
      mode: row.mode,
      quoteId: quote.id,
      totalMinor: toMinor(body.total),
      depositMinor: toMinor(body.deposit),
      until: new Date(endsAt),
      otherTime: kind === 'otherTime',
    })
    await saveSignals(tx, provider.id)
    const facts = await getFacts(tx.db, request.id, quote.id)
    const said = {
      quoteId: quote.id,
      ends: new Date(endsAt),
      fact: `offer ${request.id} ${version}`,
      values: {
        note: [input.reason, input.note].filter(Boolean).join(' ') || null,
        change: kind === 'asPriced' ? null : changeOf(input, body),
      },
    }
    await notifyCustomer(tx, sender, request, kind === 'asPriced' ? 'offer.new' : 'offer.counter', said)
    await addSystemMessage(tx, {
      searchId: row.search_id,
      accountId: row.account_id,
      providerId: provider.id,
      kind: 'offer',
      values: buildNoticeValues(tx, facts, 'customer', new Date(endsAt)),
    })
    await announceEvent(tx, {
      to: [
        `account:${row.account_id}`,
        `search:${row.search_id}`,
        ...(provider.account_id ? [`account:${provider.account_id}`] : []),
      ],
      kind: 'request.answered',
      ref: row.id,
    })
    const now = await findReceivedRequest(tx.db, provider.id, row.id)
    return { request: await presentInFull(tx, catalog, provider, now ?? row), preview: null }
  })
}

// Retries if a concurrent request has taken the version number.
async function newVersion(ctx: Context, row: ReceivedRow, body: QuoteBody, expiresAt: Date) {
  for (let tries = 0; tries < 5; tries++) {
    const latest = await findLatestQuote(ctx.db, row.search_id, row.provider_id, row.mode)
    const kept = await saveQuote(
      ctx,
      { searchId: row.search_id, providerId: row.provider_id, version: (latest?.version ?? 0) + 1 },
      body,
      expiresAt,
    )
    if (kept) return kept
  }
  throw new Refusal('state_changed')
}

async function bodyOf(
  ctx: Context,
  no: number,
  asked: ResolvedSearch,
  row: ReceivedRow,
  input: Wanted,
): Promise<{ body: QuoteBody; kind: OfferKind }> {
  const otherTime = asksOtherTime(asked, input)
  const base = otherTime ? await moveToOtherTime(ctx, no, asked, row, input) : (row.body as QuoteBody)
  const changed = (input.lines ?? []).filter(
    // The fee's floor line earns the artist nothing.
    ({ index, earn }) =>
      base.lines[index] !== undefined &&
      base.lines[index].kind !== 'fee' &&
      base.lines[index].kind !== 'package' &&
      toMinor(earn) !== base.terms.costsMinor[index],
  )
  const body = changed.length
    ? changeLines(base, new Map(changed.map(({ index, earn }) => [index, toMinor(earn)])))
    : base
  if (body.total <= 0) throw createFieldRefusal('price_missing', 'lines')
  return { body, kind: otherTime ? 'otherTime' : changed.length ? 'changed' : 'asPriced' }
}

const asksOtherTime = ({ row }: ResolvedSearch, { finishTime, startTime }: Wanted): boolean =>
  Boolean((finishTime && finishTime !== row.finish_time) || (startTime && startTime !== row.start_time))

// Moves the job to another time of day; the early-start fee follows.
async function moveToOtherTime(
  ctx: Context,
  no: number,
  asked: ResolvedSearch,
  row: ReceivedRow,
  { finishTime, startTime }: Wanted,
): Promise<QuoteBody> {
  const times = startTime
    ? { start_time: startTime, time_constraint: 'start' as const }
    : { finish_time: finishTime ?? null, time_constraint: 'finish' as const }
  const moved = resolveSearch({ ...asked.row, ...times }, await getCatalog(ctx.database), ctx.now)
  const [found] = await listQuotedProviders(ctx, moved, [no], row.mode)
  if (!found) throw new Refusal('state_changed')
  const quoted = extendWithAddOns(moved, found, (row.body as QuoteBody).terms.addOns ?? [], ctx.now)
  const tax = await findTaxAt(ctx.db, quoted.row.id, ctx.now)
  return { ...buildQuoteBody(ctx, moved, quoted, planOfQuoted(moved, quoted, ctx.now)), tax }
}

function changeOf(input: Wanted, body: QuoteBody): string {
  const plan = body.plan
  const at = input.startTime
    ? `start at ${formatTime(input.startTime)}`
    : input.finishTime
      ? `ready by ${formatTime(input.finishTime)}`
      : null
  const arrives = at && plan ? `${at}, arriving at ${formatClock(plan.arriveAt.slice(11, 16))}` : at
  return stripEnd([arrives, input.reason || null].filter(Boolean).join(', '), /[.!?]/)
}

/** Marks the offer of a booked quote as accepted, in the booking's transaction. Does nothing for Instant Book. */
export async function acceptOffer(
  ctx: Context,
  { searchId, providerId }: { searchId: string; providerId: string },
): Promise<void> {
  const eventKey = await getEventKey(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const request = (await listLiveRequests(ctx.db, eventKey)).find(
    (r) => r.provider_id === providerId && r.state === 'offered',
  )
  if (request) await endOffer(ctx.db, request.id, 'accept', ctx.now)
}

/** Returns false if the offer was withdrawn or replaced. An offer that expired during payment is valid. */
export async function canAcceptOffer(ctx: Context, offerId: string): Promise<boolean> {
  const offer = await findOfferById(ctx.db, offerId)
  return offer !== undefined && offer.state !== 'withdrawn' && offer.state !== 'superseded'
}

/**
 * Recomputes a price with other earnings per line. The minimum-booking top-up fills the gap unless it is set
 * explicitly.
 */
export function changeLines(base: QuoteBody, costs: ReadonlyMap<number, Minor>): QuoteBody {
  const { percent } = base.terms
  const before = base.lines.map((line, i): CostedLine => ({ line, costMinor: base.terms.costsMinor[i] ?? 0 }))
  const changed = before.map(({ line, costMinor }, i): CostedLine => {
    const cost = costs.get(i)
    if (cost === undefined) return { line, costMinor }
    const unit = computeUnitsWithFee(cost, percent)
    // The artist set one price, so there are no costs per service.
    return { line: { ...line, unit, amount: line.count * unit, parts: [] }, costMinor: cost }
  })
  const terms = { ...base.terms, minimumMinor: minimumOf(base, before) }
  const named = base.lines.some(({ kind }, i) => kind === 'topUp' && costs.has(i))
  const lines = addFeeLine(named ? changed : addTopUpLine(changed, terms), terms)
  const { totalMinor, feeMinor, depositMinor } = sumLines(lines, terms)
  return {
    ...base,
    terms: { ...base.terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
    lines: lines.map(({ line }) => line),
    total: toMajor(totalMinor),
    fee: toMajor(feeMinor),
    deposit: toMajor(depositMinor),
    balance: toMajor(totalMinor - depositMinor),
  }
}

// Older quotes have no minimum; with a top-up it equals their sum.
const minimumOf = (base: QuoteBody, lines: readonly CostedLine[]): Minor =>
  base.terms.minimumMinor ?? (base.lines.some(({ kind }) => kind === 'topUp') ? sumCosts(lines) : 0)
