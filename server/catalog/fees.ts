import { type FeePayer, Fees, getFeeStanding, type FeeStanding } from '#contract/fees.ts'
import { getToday } from '#server/platform/event-day.ts'
import type { Catalog } from './catalog.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { deleteFeeRule, type FeeRuleColumns, insertFeeRule, lockFeeRule, setLastDay } from './fees.queries.ts'

const held = new WeakMap<Catalog, Map<string, Fees>>()

export function getFees(catalog: Catalog, countryCode: string, categoryId: number, now: Date): Fees {
  const ask = getFeeAsk(catalog, countryCode, categoryId, now)
  const known = held.get(catalog) ?? new Map<string, Fees>()
  held.set(catalog, known)
  const key = `${countryCode} ${categoryId} ${ask.day}`
  const fees = known.get(key) ?? new Fees(catalog.feeRules, ask)
  known.set(key, fees)
  return fees
}

export const getArtistFeeStanding = (
  catalog: Catalog,
  { countryCode, ...payer }: FeePayer & { countryCode: string },
  categoryId: number,
  now: Date,
): FeeStanding => {
  const rules = catalog.feeRules.filter(({ providerNo }) => providerNo === null || providerNo === payer.no)
  return getFeeStanding(rules, getFeeAsk(catalog, countryCode, categoryId, now), payer)
}

function getFeeAsk(catalog: Catalog, countryCode: string, categoryId: number, now: Date) {
  const tz = catalog.markets.get(countryCode)?.tz ?? 'UTC'
  const usual = catalog.categoriesById.get(categoryId)?.feePercent ?? 0
  return { countryCode, categoryId, usual, day: getToday(tz, now) }
}

const dayMs = 86_400_000

export const toFeePayer = (row: {
  no: number
  booking_count: number
  approved_at: Date | null
  created_at: Date
}): FeePayer => ({
  no: row.no,
  bookings: row.booking_count,
  since: Math.floor((row.approved_at ?? row.created_at).getTime() / dayMs),
})

export type MarketDays = { earliest: string; latest: string }

/** A rule starts today at the earliest. Runs in the operator's transaction. */
export async function addFeeRule(
  ctx: Context,
  rule: Omit<FeeRuleColumns, 'made_by' | 'created_at'>,
  { about, today }: { about: string; today: MarketDays },
): Promise<string> {
  if (rule.first_on < today.earliest) throw createFieldRefusal('time_past', 'firstOn')
  const id = await insertFeeRule(ctx.db, { ...rule, made_by: ctx.viewer.accountId, created_at: ctx.now })
  const { reason, ...after } = rule
  await recordAudit(ctx, { act: 'fee.rule.add', subject: { kind: 'fee_rule', id, name: about }, after, reason })
  return id
}

/** Past days keep their fee. Runs in the operator's transaction. */
export async function endFeeRule(
  ctx: Context,
  id: string,
  { lastOn, about, today, reason }: { lastOn: string | null; about: string; today: MarketDays; reason: string },
): Promise<void> {
  const rule = await lockFeeRule(ctx.db, id)
  if (!rule) throw new Refusal('not_found')
  if (rule.last_on !== null && rule.last_on < today.earliest) throw new Refusal('time_past')
  if (lastOn !== null && (lastOn < today.earliest || lastOn < rule.first_on))
    throw createFieldRefusal('time_past', 'lastOn')
  await setLastDay(ctx.db, id, lastOn)
  await recordAudit(ctx, {
    act: 'fee.rule.end',
    subject: { kind: 'fee_rule', id, name: about },
    before: { lastOn: rule.last_on },
    after: { lastOn },
    reason,
  })
}

/** Throws if the rule has started in any market. Runs in the operator's transaction. */
export async function removeFeeRule(
  ctx: Context,
  id: string,
  { about, today, reason }: { about: string; today: MarketDays; reason: string },
): Promise<void> {
  const rule = await lockFeeRule(ctx.db, id)
  if (!rule) throw new Refusal('not_found')
  if (rule.first_on <= today.latest) throw new Refusal('state_changed')
  await deleteFeeRule(ctx.db, id)
  const { percent, first_on: firstOn, last_on: lastOn } = rule
  await recordAudit(ctx, {
    act: 'fee.rule.remove',
    subject: { kind: 'fee_rule', id, name: about },
    before: { percent, firstOn, lastOn },
    reason,
  })
}
