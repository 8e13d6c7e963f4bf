import type { Card, quotes } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { type CardRow, listLatestPraise, listProviderNumbers, listTitles } from '#server/providers/index.ts'
import { arrangeList, type Entry, createInDemandCheck } from './arrange.ts'
import { buildCards, getDoneForMode } from './cards.ts'
import type { FrozenAddOn } from './add-ons.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { fits } from '#server/search/matching/match.ts'
import { listCandidates, matchIn } from '#server/search/matching/match-providers.ts'
import { getActs, matchQueryOf, matchSearch, getPricing } from '#server/search/matching/match-search.ts'
import { isEarly, priceOfCandidate, getTeamReader } from '#server/search/pricing/pricing.ts'
import { presentSearch, type ResolvedSearch, resolveSearch, searchAsSeen } from './saved-search.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getFreeCancellationEnd } from '#server/search/pricing/policy.ts'
import { toMajor } from '#contract/money.ts'
import { addDays, getEventDay, countDaysBetween, getToday } from '#server/platform/event-day.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { type NearbyCells, readDaysAround } from '#server/search/matching/around.ts'
import { buildQueriesAfter } from './rescue.ts'

export type QuotedProvider = {
  card: Card
  entry: Entry
  row: CardRow
  early: boolean
  minutesOf: (serviceId: string) => number
  titles: ReadonlyMap<string, string>
  addOns: readonly FrozenAddOn[]
}

/** Keeps the given order and skips providers who are not candidates. */
export async function listQuotedProviders(
  ctx: Context,
  asked: ResolvedSearch,
  nos: readonly number[],
  type: Mode | undefined,
): Promise<QuotedProvider[]> {
  const match = await matchSearch(ctx.database, asked, ctx.now)
  const pricing = getPricing(asked)
  const acts = getActs(asked)
  const middle = (mode: Mode) =>
    arrangeList(match, mode, {
      pricing,
      acts,
      filters: { skills: [] },
      sortBy: 'recommended',
      after: null,
      pageSize: 1,
    }).middleMinor
  const entries = listCandidates(match, nos).map((candidate): Entry => {
    const mode = modeFor(candidate, type)
    const fit = candidate[mode] as number
    const totalMinor = fit === fits ? priceOfCandidate(candidate, mode, pricing).totalMinor : null
    return {
      candidate,
      mode,
      fit,
      totalMinor,
      done: getDoneForMode(acts.get(candidate.no), mode),
      no: candidate.no,
      group: 0,
      key: 0,
    }
  })
  const area = {
    inDemand: createInDemandCheck(match),
    middleMinor: { mobile: middle('mobile'), studio: middle('studio') },
  }
  const cards = await buildCards(ctx.database, asked, entries, area, ctx.now)
  const titles = await listTitles(
    ctx.reads,
    cards.map(({ row }) => row.id),
  )
  return cards.map((shown) => {
    const { candidate } = shown.entry
    const { minutes } = getTeamReader(candidate, pricing)
    return {
      ...shown,
      early: isEarly(candidate.cell, candidate.row, candidate.from, asked.day),
      addOns: [],
      titles: titles.get(shown.row.id) ?? new Map(),
      minutesOf: (id) => minutes[asked.party.wanted.indexOf(id)] ?? 0,
    }
  })
}

/** Returns the requested mode if available, else the one that fits, else the default. */
function modeFor({ mobile, studio }: Candidate, type: Mode | undefined): Mode {
  if (type === 'studio' && studio !== null) return 'studio'
  if (type === 'mobile' && mobile !== null) return 'mobile'
  if (mobile === null) return 'studio'
  return mobile !== fits && studio === fits ? 'studio' : 'mobile'
}

export async function compareProviders(
  ctx: Context,
  input: InputOf<typeof quotes.compare>,
): Promise<OutputOf<typeof quotes.compare>> {
  const row = await searchAsSeen(ctx, input.quoteId)
  const named = [
    ...new Set(
      input.profiles
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
  if (named.length < limits.compareFrom || named.length > limits.compareTo) throw new Refusal('compare_two_to_four')
  const known = await listProviderNumbers(ctx.reads, named)
  const nos = named.flatMap((id) => known.find((p) => p.slug === id || p.id === id.toLowerCase())?.no ?? [])
  const catalog = await getCatalog(ctx.database)
  const asked = resolveSearch(row, catalog, ctx.now)
  const found = await listQuotedProviders(ctx, asked, [...new Set(nos)], input.type)
  if (found.length < limits.compareFrom) throw new Refusal('not_found')
  const praise = new Map(
    (
      await listLatestPraise(
        ctx.reads,
        found.map(({ row }) => row.id),
      )
    ).map((review) => [review.provider_id, review.comments]),
  )

  return {
    search: presentSearch(asked, ctx.viewer),
    providers: found.map(({ card, row }) => {
      const until = card.plan
        ? getFreeCancellationEnd(row.policy, Date.parse(card.plan.arriveAt), ctx.now.getTime())
        : null
      return {
        card,
        total: card.price,
        deposit: card.deposit,
        plan: card.plan,
        artists: row.artists,
        skills: row.skills.map((id) => catalog.skills.get(id) ?? id),
        shades: row.shades.map(Number),
        cancelFreeUntil: until === null ? null : asked.day.iso(until),
        policy: row.policy,
        reviewsSay: praise.get(row.id)?.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? praise.get(row.id) ?? null,
      }
    }),
  }
}

const daysEitherWay = 3
const modes: readonly Mode[] = ['mobile', 'studio']

/** Returns the number of fits and lowest total for the days around a search, as a search on each day would. */
export async function getDaysAround(
  ctx: Context,
  { quoteId }: InputOf<typeof quotes.days>,
): Promise<OutputOf<typeof quotes.days>> {
  const asked = resolveSearch(await searchAsSeen(ctx, quoteId), await getCatalog(ctx.database), ctx.now)
  const today = getToday(asked.row.tz, ctx.now)
  const wanted = []
  for (let by = -daysEitherWay; by <= daysEitherWay; by++) {
    const eventDate = addDays(asked.row.event_date, by)
    if (eventDate <= today || countDaysBetween(today, eventDate) > 730) continue
    // Skips days on which the clock change skips the ready-by time.
    const { finish_time: readyBy } = asked.row
    if (readyBy && getEventDay(eventDate, asked.row.tz).skips(readyBy)) continue
    const [query] = buildQueriesAfter(
      matchQueryOf(asked, ctx.now),
      asked,
      { kind: 'date', said: { eventDate } },
      ctx.now,
    )
    if (query) wanted.push({ eventDate, query })
  }
  const read = await readDaysAround(
    ctx.database,
    asked.row,
    wanted.map(({ query }) => query.ask),
  )
  const days = []
  for (const [i, { eventDate, query }] of wanted.entries()) {
    await yieldToEventLoop()
    const match = matchIn(read[i] as NearbyCells, query)
    const pricing = { ...getPricing(asked), day: query.ask.day, daysAhead: query.ask.daysAhead }
    const lowest = modes.flatMap((mode) => {
      const how = { pricing, acts: new Map(), filters: { skills: [] }, after: null, pageSize: 1 }
      return arrangeList(match, mode, { ...how, sortBy: 'price' }).rangeMinor?.[0] ?? []
    })
    days.push({ eventDate, fits: match.counts.people.fits, from: lowest.length ? toMajor(Math.min(...lowest)) : null })
    match.found.recycle()
  }
  return { days }
}
