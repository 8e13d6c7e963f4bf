import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerProfile } from '#contract/providers/provider-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { findProviderOfAccount } from './providers.queries.ts'
import { getCallerId, changeOwn } from './provider-profile.ts'
import { listLowerPrices, type LowerRow, replaceLowerPrices, setShares } from './selling.queries.ts'
import type { LowerPriceRule } from '#contract/providers/lower-price.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { listAllServices } from './provider-profile.queries.ts'

export async function getLowerPrices(ctx: Context): Promise<OutputOf<typeof providerProfile.lowerPrices>> {
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  return { rules: (await listLowerPrices(ctx.db, row.id)).map(presentLower) }
}

const week = [0, 1, 2, 3, 4, 5, 6]

export function presentLower(row: LowerRow): LowerPriceRule {
  const { percent, weekdays, from_minute, to_minute, first_day, last_day, within_days } = row
  if (within_days !== null) return { kind: 'last_minute', percent, withinDays: within_days }
  return {
    kind: 'off_peak',
    percent,
    weekdays: weekdays === null ? null : week.filter((day) => (weekdays >> day) & 1),
    hours: from_minute === null || to_minute === null ? null : { from: from_minute, to: to_minute },
    season: first_day === null || last_day === null ? null : { first: first_day, last: last_day },
  }
}

function rowOfLower(rule: LowerPriceRule): LowerRow {
  const none = { weekdays: null, from_minute: null, to_minute: null, first_day: null, last_day: null }
  const { kind, percent } = rule
  if (rule.kind === 'last_minute') return { ...none, kind, percent, within_days: rule.withinDays }
  const { weekdays, hours, season } = rule
  return {
    kind,
    percent,
    within_days: null,
    weekdays: weekdays === null ? null : [...new Set(weekdays)].reduce((bits, day) => bits | (1 << day), 0),
    from_minute: hours?.from ?? null,
    to_minute: hours?.to ?? null,
    first_day: season?.first ?? null,
    last_day: season?.last ?? null,
  }
}

/** Existing quotes keep their price. */
export async function setLowerPrices(
  ctx: Context,
  { rules }: InputOf<typeof providerProfile.setLowerPrices>,
): Promise<OutputOf<typeof providerProfile.setLowerPrices>> {
  rules.forEach((rule, index) => {
    if (rule.kind === 'off_peak' && !rule.weekdays && !rule.hours && !rule.season)
      throw createFieldRefusal('lower_price_always', `rules.${index}.weekdays`)
  })
  const rows = rules.map(rowOfLower)
  await changeOwn(ctx, async (inner, row) => {
    const before = (await listLowerPrices(inner.db, row.id)).map(presentLower)
    await replaceLowerPrices(inner.db, row.id, rows)
    await recordAudit(inner, {
      act: 'provider.lower_prices',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: rows.map(presentLower),
    })
  })
  return { rules: rows.map(presentLower) }
}

export const setDeposits = (
  ctx: Context,
  { items }: InputOf<typeof providerProfile.deposits>,
): Promise<OutputOf<typeof providerProfile.deposits>> =>
  changeOwn(ctx, async (ctx, row) => {
    const known = await listAllServices(ctx.db, row.id)
    items.forEach(({ serviceId }, index) => {
      if (!known.some((service) => service.service_id === serviceId))
        throw createFieldRefusal('unknown_service', `items.${index}.serviceId`)
      if (items.findIndex((item) => item.serviceId === serviceId) !== index)
        throw createFieldRefusal('service_twice', `items.${index}.serviceId`)
    })
    const shares = items.map(({ serviceId, share }) => ({ id: serviceId, share }))
    await setShares(ctx.db, row.id, shares)
    await recordAudit(ctx, {
      act: 'provider.deposits',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: known
        .filter(({ service_id }) => shares.some(({ id }) => id === service_id))
        .map(({ service_id, deposit_share }) => ({ id: service_id, share: deposit_share })),
      after: shares,
    })
  })
