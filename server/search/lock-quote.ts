import { findTaxAt } from '#server/payments/index.ts'
import { limits } from '#contract/constants.ts'
import { getMinimumCharge, toMajor, type Minor } from '#contract/money.ts'
import { computeLaterDeposit, getLaterDepositDue } from '#contract/payments/later-deposit.ts'
import { getHoldDays } from '#server/gateways/payments/payments.ts'
import { getFeeLabel, freeTravel, otherLabels, formatPackageLabel } from '#contract/price.ts'
import type { LockedQuote, Plan, PriceLine } from '#contract/search/quotes.ts'
import { labelWith, formatList, formatServiceLabel } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import type { ResolvedSearch } from './saved-search.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { getPolicyTerms } from '#server/search/pricing/policy.ts'
import {
  getDepositShare,
  isInFreeZone,
  getLowerPrice,
  getMinimum,
  listCandidatePackages,
  priceOfCandidate,
  getServiceCosts,
  getPriceTerms,
} from '#server/search/pricing/pricing.ts'
import { type AddOnLine, addOnLines, reapplyAddOns, planOfQuoted } from './add-ons.ts'
import type { QuotedProvider } from './quoted-provider.ts'
import { getPricing } from '#server/search/matching/match-search.ts'
import { findLatestQuote } from './locked-quotes.queries.ts'
import {
  computeSearchKey,
  getQuoteBody,
  type StoredQuote,
  presentPassing,
  presentQuote,
  type QuoteBody,
  type QuoteTerms,
  saveQuote,
} from './locked-quotes.ts'

/**
 * Returns the locked price of a fitting provider: the current version while it is valid for this query, else a new one.
 */
export async function lockQuote(ctx: Context, asked: ResolvedSearch, quoted: QuotedProvider): Promise<LockedQuote> {
  const standing = await findLatestQuote(ctx.db, asked.row.id, quoted.row.id, quoted.entry.mode)
  if (standing && standing.expires_at > ctx.now && getQuoteBody(standing).asked === computeSearchKey(asked))
    return presentQuote(standing)

  const { quoted: priced, gone } = await reapplyAddOns(
    ctx,
    asked,
    quoted,
    standing ? (getQuoteBody(standing).terms.addOns ?? []) : [],
  )
  const kept =
    (await lockAnew(ctx, asked, priced, standing, gone)) ??
    (await findLatestQuote(ctx.db, asked.row.id, quoted.row.id, quoted.entry.mode).then(
      (one) => one && presentQuote(one),
    ))
  if (!kept) throw new Error(`the quote of search ${asked.row.id} was neither saved nor found`)
  return kept
}

/** Saves the next version of a price. Returns null if a concurrent request saved it first. */
export async function lockAnew(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  standing: StoredQuote | undefined,
  gone: readonly string[] = [],
): Promise<LockedQuote | null> {
  const { body, expiresAt } = await priceUntil(ctx, asked, quoted)
  const of = { searchId: asked.row.id, providerId: quoted.row.id, version: (standing?.version ?? 0) + 1 }
  const kept = await saveQuote(ctx, of, gone.length > 0 ? { ...body, addOnsGone: [...gone] } : body, expiresAt)
  return kept ? presentQuote(kept) : null
}

export async function presentUnsavedQuote(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
): Promise<LockedQuote> {
  const { body, expiresAt } = await priceUntil(ctx, asked, quoted)
  return presentPassing(body, expiresAt)
}

async function priceUntil(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
): Promise<{ body: QuoteBody; expiresAt: Date }> {
  const day = planOfQuoted(asked, quoted, ctx.now)
  const expiry = ctx.now.getTime() + limits.quoteHours * 3_600_000
  const tax = await findTaxAt(ctx.reads, quoted.row.id, ctx.now)
  return {
    body: { ...buildQuoteBody(ctx, asked, quoted, day), tax },
    expiresAt: new Date(Math.min(expiry, day?.arriveAt ?? expiry)),
  }
}

export function buildQuoteBody(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  day: DayPlan | null,
): QuoteBody {
  const { candidate, mode } = quoted.entry
  const pricing = getPricing(asked)
  const added = addOnLines(quoted.addOns, (id) => labelOf(asked, quoted, id))
  const price = priceOfCandidate(candidate, mode, pricing, added)
  const lower = getLowerPrice(candidate, pricing)
  return {
    asked: computeSearchKey(asked),
    terms: {
      costsMinor: price.lines.map((line) => line.costMinor),
      ...getPriceTerms(candidate, pricing),
      share: getDepositShare(candidate, pricing.serviceNos),
      minimumMinor: getMinimum(candidate),
      serviceCosts: getServiceCosts(candidate, pricing),
      ...(quoted.addOns.length > 0 ? { addOns: [...quoted.addOns] } : {}),
      ...packagesIn(candidate, pricing),
      ...titlesIn(asked, quoted),
    },
    mode,
    lines: linesOf(asked, quoted, price.lines, added),
    total: toMajor(price.totalMinor),
    fee: toMajor(price.feeMinor),
    deposit: toMajor(price.depositMinor),
    balance: toMajor(price.balanceMinor),
    ...laterDepositIn(ctx, asked, price, day),
    currency: asked.market.currency,
    lower: lower && { kind: lower.kind, percent: lower.percent },
    plan: day && presentPlan(asked, quoted, day),
    policy: getPolicyTerms(quoted.row.policy, day?.arriveAt ?? null, asked.day, ctx.now.getTime()),
  }
}

/** The part of the deposit that is charged later, because the market may not hold all of it until the day. */
function laterDepositIn(
  ctx: Context,
  { market }: ResolvedSearch,
  { depositMinor, feeMinor }: { depositMinor: Minor; feeMinor: Minor },
  day: DayPlan | null,
): Pick<LockedQuote, 'laterDeposit'> {
  if (!day) return {}
  const holdDays = market.depositHoldDays ?? getHoldDays(ctx.env, market.countryCode)
  const laterMinor = computeLaterDeposit(
    { depositMinor, feeMinor, leastMinor: getMinimumCharge(market.currency) },
    { endsAt: day.doneAt, now: ctx.now.getTime() },
    holdDays,
  )
  const at = new Date(getLaterDepositDue(day.arriveAt)).toISOString()
  return laterMinor > 0 ? { laterDeposit: { amount: toMajor(laterMinor), at } } : {}
}

type PricedLine = ReturnType<typeof priceOfCandidate>['lines'][number]

function linesOf(
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  lines: readonly PricedLine[],
  added: readonly AddOnLine[],
): PriceLine[] {
  let person = 1
  let next = 0
  return lines.map((line): PriceLine => {
    const money = { count: line.count, unit: toMajor(line.unitMinor), amount: toMajor(line.amountMinor) }
    const addOn = line.kind === 'addOn' ? added[next++] : undefined
    if (addOn) {
      const { label, people, minutes } = addOn
      return { kind: 'addOn', label, ...money, parts: [], people, minutes }
    }
    if (line.kind !== 'look')
      return { kind: line.kind, label: labelOfLine(line, quoted), ...money, parts: [], people: null, minutes: null }
    const parts = line.parts.map(({ id, unitMinor }) => ({
      serviceId: id,
      label: labelOf(asked, quoted, id),
      unit: toMajor(unitMinor),
    }))
    const people: [number, number] = [person, person + line.count - 1]
    person += line.count
    const minutes = line.parts.reduce((sum, { id }) => sum + quoted.minutesOf(id), 0)
    return { kind: 'look', label: formatList(parts.map((part) => part.label)), ...money, parts, people, minutes }
  })
}

function labelOfLine({ kind, unitMinor, title }: PricedLine, quoted: QuotedProvider): string {
  if (kind === 'package') return formatPackageLabel(title ?? '')
  if (kind === 'travel' && isInFreeZone(quoted.entry.candidate)) return freeTravel
  return kind === 'look' || kind === 'addOn' ? '' : kind === 'fee' ? getFeeLabel(unitMinor) : otherLabels[kind]
}

const labelOf = (asked: ResolvedSearch, { titles }: Pick<QuotedProvider, 'titles'>, id: string): string =>
  formatServiceLabel(titles.get(id), asked.services.find((service) => service.id === id)?.label ?? id)

function packagesIn(...of: Parameters<typeof listCandidatePackages>): Pick<QuoteTerms, 'packages'> {
  const packages = listCandidatePackages(...of)
  return packages.length > 0 ? { packages } : {}
}

function titlesIn(
  asked: ResolvedSearch,
  { titles }: Pick<QuotedProvider, 'titles'>,
): { titles?: Record<string, string> } {
  const own = asked.services.flatMap(({ id }) => (titles.has(id) ? [[id, titles.get(id) as string] as const] : []))
  return own.length > 0 ? { titles: Object.fromEntries(own) } : {}
}

function presentPlan(asked: ResolvedSearch, quoted: QuotedProvider, day: DayPlan): Plan {
  const iso = (ms: number) => asked.day.iso(ms)
  return {
    arriveAt: iso(day.arriveAt),
    startAt: iso(day.startAt),
    doneAt: iso(day.doneAt),
    readyBy: asked.aim?.constraint === 'finish' ? iso(asked.aim.at) : null,
    spareMinutes: day.spareMinutes,
    setupMinutes: day.setupMinutes,
    timeZone: asked.row.tz,
    clocksChange: asked.day.clocksChange,
    early: quoted.early,
    artists: quoted.row.artists,
    blocks: day.blocks.map(({ artist, person, want, from, to }) => {
      const id = asked.party.wanted[want] as string
      return {
        artist: quoted.row.artists[artist] ?? '',
        artistIndex: artist,
        person: person + 1,
        serviceId: id,
        label: labelWith(labelOf(asked, quoted, id), addedFor(quoted, person + 1, id)),
        from: iso(from),
        to: iso(to),
      }
    }),
  }
}

const addedFor = ({ addOns }: QuotedProvider, person: number, serviceId: string): string[] =>
  addOns.flatMap((one) => (one.person === person && one.serviceId === serviceId ? [one.title] : []))
