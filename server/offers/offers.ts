import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { clock, time } from '#contract/format.ts'
import { major, minor, type Minor } from '#contract/money.ts'
import { offerEnds } from '#contract/offers/lifecycle-offer.ts'
import type { requests } from '#contract/offers/requests.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { sayEvent } from '#server/messaging/index.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import { senderOf } from '#server/notifications/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { clashOf, ownProvider, releaseHolds, spotOf } from '#server/providers/index.ts'
import {
  bodyFor,
  findSearch,
  latestQuote,
  longerWith,
  planOfQuoted,
  type QuoteBody,
  quotedProviders,
  type ResolvedSearch,
  resolveSearch,
  saveQuote,
  setAct,
} from '#server/search/index.ts'
import {
  eventKeyOf,
  liveOfEvent,
  lockEvent,
  moveRequest,
  receivedById,
  type ReceivedRow,
  requestForUpdate,
} from './requests.queries.ts'
import { taxAt } from '#server/payments/index.ts'
import { endOffer, insertOffer, lastOfferVersion, offerById, type OfferKind } from './offers.queries.ts'
import { duringOf, earningLines, presentInFull } from './requests.ts'
import { teamOfRequest } from './team-requests.queries.ts'
import { saveSignals } from './signals.ts'
import { stripEnd } from '#contract/words.ts'
import { tellCustomer, valuesOf } from './offer-notices.ts'
import { factsOf } from './offer-notices.queries.ts'
import { type Costed, costOf, sumsOf, withFee, withTopUp } from '#contract/price-lines.ts'
import { unitsWithFee } from '#contract/price.ts'

type Wanted = InputOf<typeof requests.offer>

/** Offers on a request: as priced, with changed lines, or for another time; with `preview` it only works out what that would be. */
export async function makeOffer(ctx: Context, input: Wanted): Promise<OutputOf<typeof requests.offer>> {
  const [provider, catalog] = [await ownProvider(ctx), await catalogOf(ctx.database)]
  if (provider.state === 'suspended') throw new Refusal('suspended')
  const row = await receivedById(ctx.db, provider.id, input.requestId)
  if (!row) throw new Refusal('not_found')
  if (!row.open) throw new Refusal('state_changed')
  for (const field of ['reason', 'note'] as const)
    if (holdsContact(input[field])) throw refuseField('contact_details', field)
  const search = await findSearch(ctx.database, row.search_id)
  if (!search) throw new Refusal('not_found')
  const asked = resolveSearch(search, catalog, ctx.now)
  if (asksOtherTime(asked, input) && (await teamOfRequest(ctx.db, row))) throw new Refusal('part_of_team')
  const timeField = input.startTime ? 'startTime' : 'finishTime'
  const time = input.startTime ?? input.finishTime
  if (time && asked.day.skips(time)) throw refuseField('time_skipped', timeField)
  const { body, kind } = await bodyOf(ctx, provider.no, asked, row, input)

  const during = duringOf(body, provider.buffer_minutes)
  if (!during) throw refuseField('time_needed', 'finishTime')
  const endsAt = offerEnds(ctx.now.getTime(), during.from)
  if (endsAt <= ctx.now.getTime()) throw refuseField('time_past', timeField)
  const clash = await clashOf(
    ctx,
    provider.id,
    asked.day,
    { ...spotOf(row.mode, provider, row), from: during.from, to: during.to },
    provider.buffer_minutes,
  )
  if (clash) throw new Refusal('slot_taken', { errors: [{ path: timeField, message: '' }], detail: clash })
  if (input.preview) {
    const preview = {
      lines: earningLines(body),
      earnings: body.total - body.fee,
      total: body.total,
      deposit: body.deposit,
      plan: body.plan,
    }
    // Nothing is done: the same answer may be given again.
    const answer = { request: await presentInFull(ctx, catalog, provider, row), preview }
    return ctx.once(async () => answer)
  }

  // An offer that nobody could pay would end in the customer's hands.
  if (!provider.payouts_ready) throw new Refusal('payout_missing')
  if (kind === 'changed' && !input.reason) throw refuseField('reason_missing', 'reason')
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    // A new version replaces the offer that the customer may be paying for.
    await releaseHolds(tx, { requestId: row.id }, { reason: 'offer_withdrawn', whilePaying: 'refuse' })
    await lockEvent(tx.db, row.event_key)
    const request = await requestForUpdate(tx.db, row.id)
    if (!request?.open || (request.state !== 'requested' && request.state !== 'offered'))
      throw new Refusal('state_changed')
    if (request.state === 'requested' && request.ends_at <= tx.now) throw new Refusal('state_changed')
    const quote = await newVersion(tx, row, body, new Date(endsAt))
    if (request.state === 'offered') await endOffer(tx.db, request.id, 'replace', tx.now)
    const version = (await lastOfferVersion(tx.db, request.id)) + 1
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
      totalMinor: minor(body.total),
      depositMinor: minor(body.deposit),
      until: new Date(endsAt),
      otherTime: kind === 'otherTime',
    })
    await saveSignals(tx, provider.id)
    const facts = await factsOf(tx.db, request.id, quote.id)
    const said = {
      quoteId: quote.id,
      ends: new Date(endsAt),
      fact: `offer ${request.id} ${version}`,
      values: {
        note: [input.reason, input.note].filter(Boolean).join(' ') || null,
        change: kind === 'asPriced' ? null : changeOf(input, body),
      },
    }
    await tellCustomer(tx, sender, request, kind === 'asPriced' ? 'offer.new' : 'offer.counter', said)
    await sayEvent(tx, {
      searchId: row.search_id,
      accountId: row.account_id,
      providerId: provider.id,
      kind: 'offer',
      values: valuesOf(tx, facts, 'customer', new Date(endsAt)),
    })
    await announce(tx, {
      to: [
        `account:${row.account_id}`,
        `search:${row.search_id}`,
        ...(provider.account_id ? [`account:${provider.account_id}`] : []),
      ],
      kind: 'request.answered',
      ref: row.id,
    })
    const now = await receivedById(tx.db, provider.id, row.id)
    return { request: await presentInFull(tx, catalog, provider, now ?? row), preview: null }
  })
}

// A retry finds the number that another call has taken meanwhile.
async function newVersion(ctx: Context, row: ReceivedRow, body: QuoteBody, expiresAt: Date) {
  for (let tries = 0; tries < 5; tries++) {
    const latest = await latestQuote(ctx.db, row.search_id, row.provider_id, row.mode)
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
  const base = otherTime ? await atOtherTime(ctx, no, asked, row, input) : (row.body as QuoteBody)
  const changed = (input.lines ?? []).filter(
    // Of what brings the fee within its bounds an artist earns nothing.
    ({ index, earn }) =>
      base.lines[index] !== undefined &&
      base.lines[index].kind !== 'fee' &&
      base.lines[index].kind !== 'package' &&
      minor(earn) !== base.terms.costsMinor[index],
  )
  const body = changed.length
    ? changeLines(base, new Map(changed.map(({ index, earn }) => [index, minor(earn)])))
    : base
  if (body.total <= 0) throw refuseField('price_missing', 'lines')
  return { body, kind: otherTime ? 'otherTime' : changed.length ? 'changed' : 'asPriced' }
}

const asksOtherTime = ({ row }: ResolvedSearch, { finishTime, startTime }: Wanted): boolean =>
  Boolean((finishTime && finishTime !== row.finish_time) || (startTime && startTime !== row.start_time))

// The same job at another time of the day: an early start costs what it costs then.
async function atOtherTime(
  ctx: Context,
  no: number,
  asked: ResolvedSearch,
  row: ReceivedRow,
  { finishTime, startTime }: Wanted,
): Promise<QuoteBody> {
  const times = startTime
    ? { start_time: startTime, time_constraint: 'start' as const }
    : { finish_time: finishTime ?? null, time_constraint: 'finish' as const }
  const moved = resolveSearch({ ...asked.row, ...times }, await catalogOf(ctx.database), ctx.now)
  const [found] = await quotedProviders(ctx, moved, [no], row.mode)
  if (!found) throw new Refusal('state_changed')
  const quoted = longerWith(moved, found, (row.body as QuoteBody).terms.addOns ?? [], ctx.now)
  const tax = await taxAt(ctx.db, quoted.row.id, ctx.now)
  return { ...bodyFor(ctx, moved, quoted, planOfQuoted(moved, quoted, ctx.now)), tax }
}

function changeOf(input: Wanted, body: QuoteBody): string {
  const plan = body.plan
  const at = input.startTime
    ? `start at ${time(input.startTime)}`
    : input.finishTime
      ? `ready by ${time(input.finishTime)}`
      : null
  const arrives = at && plan ? `${at}, arriving ${clock(plan.arriveAt.slice(11, 16))}` : at
  return stripEnd([arrives, input.reason || null].filter(Boolean).join(', '), /[.!?]/)
}

/** Marks the standing offer behind a booked quote as accepted; nothing where there is none, as with Instant Book. In the transaction that books. */
export async function acceptOffer(
  ctx: Context,
  { searchId, providerId }: { searchId: string; providerId: string },
): Promise<void> {
  const eventKey = await eventKeyOf(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const request = (await liveOfEvent(ctx.db, eventKey)).find(
    (r) => r.provider_id === providerId && r.state === 'offered',
  )
  if (request) await endOffer(ctx.db, request.id, 'accept', ctx.now)
}

/** Whether a locked hold can still be booked by its offer: not if the artist withdrew or replaced it. An offer that expired while it was paid for counts. */
export async function canAcceptOffer(ctx: Context, offerId: string): Promise<boolean> {
  const offer = await offerById(ctx.db, offerId)
  return offer !== undefined && offer.state !== 'withdrawn' && offer.state !== 'superseded'
}

/** The price with other earnings on some of its lines, by the one rule of prices: the top-up makes up what the minimum job still lacks, unless it is named itself. */
export function changeLines(base: QuoteBody, costs: ReadonlyMap<number, Minor>): QuoteBody {
  const { percent } = base.terms
  const before = base.lines.map((line, i): Costed => ({ line, costMinor: base.terms.costsMinor[i] ?? 0 }))
  const changed = before.map(({ line, costMinor }, i): Costed => {
    const cost = costs.get(i)
    if (cost === undefined) return { line, costMinor }
    const unit = unitsWithFee(cost, percent)
    // What each service costs of it is no longer said: the artist has named one price for all.
    return { line: { ...line, unit, amount: line.count * unit, parts: [] }, costMinor: cost }
  })
  const terms = { ...base.terms, minimumMinor: minimumOf(base, before) }
  const named = base.lines.some(({ kind }, i) => kind === 'topUp' && costs.has(i))
  const lines = withFee(named ? changed : withTopUp(changed, terms), terms)
  const { totalMinor, feeMinor, depositMinor } = sumsOf(lines, terms)
  return {
    ...base,
    terms: { ...base.terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
    lines: lines.map(({ line }) => line),
    total: major(totalMinor),
    fee: major(feeMinor),
    deposit: major(depositMinor),
    balance: major(totalMinor - depositMinor),
  }
}

// Quotes kept from before say no minimum; one with a top-up comes to it.
const minimumOf = (base: QuoteBody, lines: readonly Costed[]): Minor =>
  base.terms.minimumMinor ?? (base.lines.some(({ kind }) => kind === 'topUp') ? costOf(lines) : 0)
