import { countOf } from '#contract/i18n/counts.ts'
import type {
  CustomerRequest,
  CustomerRequests,
  ReceivedRequest,
  ReceivedRequestInFull,
  requests,
} from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import {
  explainClash,
  listFaces,
  createPlaceholder,
  getCallerProvider,
  presentPicture,
  getRequestSpot,
} from '#server/providers/index.ts'
import { findSearch, countFits, isOwner, presentLook, type QuoteBody } from '#server/search/index.ts'
import { findAccountById, type OfferRow, listOffers, listQuotesById } from './offers.queries.ts'
import {
  getEventKey,
  listLiveRequests,
  lockEvent,
  listReceivedRequests,
  findReceivedRequest,
  type ReceivedRow,
  type RequestRow,
  listRequestsOfEvent,
} from './requests.queries.ts'
import { listOtherTeamParts } from './team-requests.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getReplyTimes } from './signals.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { markets } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { EarningLine } from '#contract/offers/received-parts.ts'
import type { CountryCode } from '#contract/values.ts'
import { getCustomerScore } from '#server/accounts/index.ts'
import { maskContacts } from '#server/platform/validation/contact-details.ts'
import { convertDistance, measureRoundedMetres, roundSpot } from '#server/places/index.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { getFacts } from './offer-notices.queries.ts'
import { claimUpload, discardUpload, getFileUrl, uploadOf } from '#server/pictures/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { saveRequestMessage, listFilesInUse } from './words.queries.ts'

export async function getRequestsOfSearch(ctx: Context, searchId: string): Promise<CustomerRequests> {
  const every = await listRequestsOfEvent(ctx.db, await getEventKey(ctx.db, searchId))
  const ofTeams = await listOtherTeamParts(
    ctx.db,
    searchId,
    every.map(({ search_id }) => search_id),
  )
  const all = every.filter(({ search_id }) => !ofTeams.has(search_id))
  const latest = [
    ...new Map(all.toSorted((a, b) => a.version - b.version).map((request) => [request.provider_id, request])).values(),
  ]
  const presented = await presentOwn(ctx, latest)
  const said = getRequestMessage(all.filter(({ open }) => open))
  const waiting = all.find(({ state }) => state === 'unconfirmed')
  const email = waiting ? (await findAccountById(ctx.db, waiting.account_id))?.email : undefined
  return {
    requests: presented.filter((request) => request.searchId === searchId),
    earlier: presented.filter((request) => request.searchId !== searchId && request.open),
    confirm: email ? { email } : null,
    said: said.words || said.files.length > 0 ? { words: said.words, pictures: [...said.files] } : null,
  }
}

async function presentOwn(ctx: Context, rows: readonly RequestRow[]): Promise<CustomerRequest[]> {
  const offers = Map.groupBy(
    await listOffers(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (offer) => offer.request_id,
  )
  const faces = await listFaces(
    ctx.db,
    rows.map((row) => row.provider_id),
  )
  const quotes = await listQuotesById(ctx.db, [
    ...rows.map((row) => row.quote_id),
    ...[...offers.values()].flat().map((offer) => offer.quote_id),
  ])
  const bodyOf = (id: string) => quotes.get(id) as QuoteBody
  return rows.flatMap((row): CustomerRequest[] => {
    const provider = faces.get(row.provider_id)
    if (!provider) return []
    const body = bodyOf(row.quote_id)
    const [offer] = offers.get(row.id) ?? []
    return [
      {
        id: row.id,
        state: row.state,
        open: row.open,
        version: row.version,
        mode: row.mode,
        searchId: row.search_id,
        provider: {
          id: provider.id,
          slug: provider.slug,
          name: provider.name,
          profileImg: provider.face ? presentPicture(provider.face, 'square') : createPlaceholder(provider.name),
        },
        askedAt: (row.confirmed_at ?? row.created_at).toISOString(),
        endsAt: row.ends_at.toISOString(),
        note: row.note,
        total: body.total,
        currency: body.currency,
        offer: offer ? presentOffer(offer, bodyOf(offer.quote_id)) : null,
      },
    ]
  })
}

const presentOffer = (offer: OfferRow, body: QuoteBody): CustomerRequest['offer'] => ({
  id: offer.id,
  version: offer.version,
  state: offer.state,
  kind: offer.kind,
  reason: offer.reason,
  note: offer.note,
  endsAt: offer.ends_at.toISOString(),
  madeAt: offer.created_at.toISOString(),
  quoteId: offer.quote_id,
  total: body.total,
  deposit: body.deposit,
  currency: body.currency,
  plan: timesOf(body),
})

const timesOf = ({ plan }: QuoteBody) => plan && { arriveAt: plan.arriveAt, startAt: plan.startAt, doneAt: plan.doneAt }

export async function getRequestsOfCustomer(
  ctx: Context,
  { quoteId }: InputOf<typeof requests.listBySearch>,
): Promise<OutputOf<typeof requests.listBySearch>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  return getRequestsOfSearch(ctx, row.id)
}

const FORTNIGHT_MS = 14 * 86_400_000

export async function listProviderRequests(ctx: Context): Promise<OutputOf<typeof requests.mine>> {
  const provider = await getCallerProvider(ctx)
  const rows = await listReceivedRequests(ctx.db, provider.id, new Date(ctx.now.getTime() - FORTNIGHT_MS))
  const offers = Map.groupBy(
    await listOffers(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (offer) => offer.request_id,
  )
  return {
    requests: await Promise.all(rows.map((row) => presentReceived(ctx, provider, row, offers.get(row.id)?.[0]))),
    toAnswer: rows.filter(({ state }) => state === 'requested').length,
    offered: rows.filter(({ state, open }) => state === 'offered' && open).length,
    replies: await getReplyTimes(ctx, provider),
  }
}

export async function getProviderRequest(
  ctx: Context,
  { requestId }: InputOf<typeof requests.read>,
): Promise<ReceivedRequestInFull> {
  const [provider, catalog] = [await getCallerProvider(ctx), await getCatalog(ctx.database)]
  const row = await findReceivedRequest(ctx.db, provider.id, requestId)
  if (!row) throw new Refusal('not_found')
  return presentInFull(ctx, catalog, provider, row)
}

type Receiver = { id: string; lat: number; lng: number; buffer_minutes: number; payouts_ready: boolean }

async function presentReceived(
  ctx: Context,
  provider: Receiver,
  row: ReceivedRow,
  offer: OfferRow | undefined,
): Promise<ReceivedRequest> {
  const body = row.body as QuoteBody
  const country = row.country_code as CountryCode
  const from = (row.confirmed_at ?? row.created_at).getTime()
  return {
    id: row.id,
    state: row.state,
    open: row.open,
    version: row.version,
    mode: row.mode,
    firstName: row.customer_gone ? 'A customer' : ((row.details?.name ?? row.customer_name).split(' ')[0] ?? ''),
    event: row.details?.event ?? '',
    people: row.people.reduce((sum, look) => sum + look.count, 0),
    eventDate: row.event_date,
    finishTime: row.finish_time,
    startTime: row.start_time,
    timeConstraint: row.time_constraint,
    timeZone: row.tz,
    area: row.area,
    distance: convertDistance(
      measureRoundedMetres(roundSpot(row), roundSpot(provider)),
      markets[country].distance === 'miles' ? 'mi' : 'km',
    ),
    askedAt: new Date(from).toISOString(),
    endsAt: row.ends_at.toISOString(),
    half: row.state === 'requested' && ctx.now.getTime() - from >= (row.ends_at.getTime() - from) / 2,
    earnings: body.total - body.fee,
    total: body.total,
    currency: body.currency,
    countryCode: country,
    planned: timesOf(body),
    clash: await findClash(ctx, provider, row),
    offer: offer
      ? {
          version: offer.version,
          state: offer.state,
          madeAt: offer.created_at.toISOString(),
          endsAt: offer.ends_at.toISOString(),
        }
      : null,
  }
}

/** Returns what is in the way of an open request; null if it fits or has no time. */
async function findClash(ctx: Context, provider: Receiver, row: ReceivedRow) {
  const during = computeOccupiedSpan(row.body as QuoteBody, provider.buffer_minutes)
  if (!during || !row.open || row.state !== 'requested') return null
  return explainClash(
    ctx,
    provider.id,
    getEventDay(row.event_date, row.tz),
    { ...getRequestSpot(row.mode, provider, row), from: during.from, to: during.to },
    provider.buffer_minutes,
  )
}

export const toEarningLines = (body: QuoteBody): EarningLine[] =>
  body.lines.map((line, i) => ({
    kind: line.kind,
    label: line.label,
    count: line.count,
    earn: toMajor(body.terms.costsMinor[i] ?? 0),
    unit: line.unit,
    amount: line.amount,
  }))

export async function presentInFull(
  ctx: Context,
  catalog: Catalog,
  provider: Receiver,
  row: ReceivedRow,
): Promise<ReceivedRequestInFull> {
  const offers = await listOffers(ctx.db, [row.id])
  const quotes = await listQuotesById(
    ctx.db,
    offers.map((offer) => offer.quote_id),
  )
  const body = row.body as QuoteBody
  return {
    ...(await presentReceived(ctx, provider, row, offers[0])),
    looks: row.people.map((look) => ({
      ...look,
      labels: look.services.map((id) => catalog.services.get(id)?.label ?? id),
    })),
    inMind: await presentLook(ctx.db, { ...row, id: row.search_id }),
    lines: toEarningLines(body),
    percent: body.terms.percent,
    plan: body.plan,
    offers: offers.map((offer) => {
      const given = quotes.get(offer.quote_id) as QuoteBody
      return {
        id: offer.id,
        version: offer.version,
        state: offer.state,
        kind: offer.kind,
        reason: offer.reason,
        note: offer.note,
        madeAt: offer.created_at.toISOString(),
        endsAt: offer.ends_at.toISOString(),
        earnings: given.total - given.fee,
        total: given.total,
        plan: timesOf(given),
      }
    }),
    customerScore: await getCustomerScore(ctx.db, row.account_id),
    payoutReady: provider.payouts_ready,
    words: maskContacts(row.words).text,
    pictures: row.files.map((src) => ({ src, alt: '' })),
    note: row.note,
    reason: row.reason,
  }
}

/** Milliseconds: `to` is the end of work, `until` includes the buffer. */
export function computeOccupiedSpan(
  { plan }: QuoteBody,
  bufferMinutes: number,
): { from: number; to: number; until: number } | null {
  if (!plan) return null
  const to = Math.max(Date.parse(plan.doneAt), plan.readyBy ? Date.parse(plan.readyBy) : 0)
  return { from: Date.parse(plan.arriveAt), to, until: to + bufferMinutes * 60_000 }
}

/** Must not run inside a transaction. */
export async function countOtherArtists(
  ctx: Context,
  searchId: string,
): Promise<{ others: string | null; instant: string | null }> {
  const found = await countFits(ctx, searchId)
  if (!found || found.fits === 0) return { others: null, instant: null }
  return {
    others: countOf('artists', found.fits),
    instant: found.instant > 0 ? String(found.instant) : null,
  }
}

type Said = { words: string; files: readonly string[] }

export function getRequestMessage(requests: readonly Said[]): Said {
  const said = requests.find(({ words, files }) => words !== '' || files.length > 0)
  return { words: said?.words ?? '', files: said?.files ?? [] }
}

export async function updateRequestMessage(
  ctx: Context,
  { quoteId, words, pictures }: InputOf<typeof requests.updateMessage>,
): Promise<OutputOf<typeof requests.updateMessage>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, search)) throw new Refusal('not_yours')
  return ctx.idempotent(async (tx) => {
    const eventKey = await getEventKey(tx.db, quoteId)
    await lockEvent(tx.db, eventKey)
    const live = await listLiveRequests(tx.db, eventKey)
    if (live.length === 0) throw new Refusal('state_changed')
    const before = getRequestMessage(live).files
    const files: string[] = []
    for (const picture of pictures) files.push(before.includes(picture) ? picture : await claimed(tx, picture))
    const ids = live.map(({ id }) => id)
    await saveRequestMessage(tx.db, ids, words, files)
    await releaseFiles(
      tx,
      before.filter((file) => !files.includes(file)),
    )
    const told = live.filter(({ state }) => state !== 'unconfirmed')
    for (const { id, quote_id } of told) {
      const { providerAccount } = await getFacts(tx.db, id, quote_id)
      if (providerAccount)
        await announceEvent(tx, { to: [`account:${providerAccount}`], kind: 'request.words', ref: id })
    }
    return getRequestsOfSearch(tx, quoteId)
  })
}

async function claimed(tx: Context, picture: string): Promise<string> {
  const upload = await uploadOf(tx, picture)
  await claimUpload(tx, upload.id)
  return getFileUrl(upload)
}

async function releaseFiles(tx: Context, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const shown = await listFilesInUse(tx.db, files)
  for (const file of files) if (!shown.has(file)) await discardUpload(tx, file.split('/')[3] ?? '')
}
