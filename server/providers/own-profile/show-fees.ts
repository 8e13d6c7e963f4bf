import { type FeeRule, isIntroductory } from '#contract/fees.ts'
import { major } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { OwnFee } from '#contract/providers/own-catalogue.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { feePayerOf, feeStandingOf } from '#server/catalog/fees/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerOfAccount, servicesOf } from '#server/providers/queries.ts'
import { callerOf } from './own-profile.ts'

/** What the platform takes of the caller's prices today, for each kind of work that they offer. */
export async function showFees(ctx: Context): Promise<OutputOf<typeof ownProfile.fees>> {
  const catalog = await catalogOf(ctx.database)
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const offered = (await servicesOf(ctx.db, row.id)).map(
    ({ service_id }) => catalog.services.get(service_id)?.categoryId,
  )
  const payer = { ...feePayerOf(row), countryCode: row.country_code }
  const fees = [...catalog.categories.values()]
    .filter(({ id }) => offered.includes(id))
    .map(({ id, label, feePercent }): OwnFee => {
      const { fee, until, bookingsLeft } = feeStandingOf(catalog, payer, id, ctx.now)
      return {
        categoryId: id,
        label,
        percent: fee.percent,
        usualPercent: feePercent,
        floor: fee.floorMinor === null ? null : major(fee.floorMinor),
        cap: fee.capMinor === null ? null : major(fee.capMinor),
        currency: catalog.markets.get(row.country_code)?.currency ?? 'AUD',
        why: whyOf(fee.rule),
        until,
        bookingsLeft,
      }
    })
  return { fees }
}

function whyOf(rule: FeeRule | null): OwnFee['why'] {
  if (rule === null) return 'usual'
  if (rule.providerNo !== null) return 'yours'
  return isIntroductory(rule) ? 'new' : 'market'
}
