import type { OperatorFeeRule } from '#contract/operator/fees.ts'
import type { Catalog, Todays } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { feeById } from './fee-queries.ts'
import { saidScope, todaysOf } from './fee-scope.ts'
import { presentFeeRule } from './present-fee-rule.ts'

/** A rule as it stands now, for the operator who has just changed it. */
export async function ruleNow(ctx: Context, catalog: Catalog, id: string): Promise<OperatorFeeRule> {
  const row = await feeById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return presentFeeRule(catalog, row, ctx.now.toISOString().slice(0, 10))
}

/** Whom a rule is about in words, and which day it is where it holds. */
export async function aboutRule(ctx: Context, catalog: Catalog, id: string): Promise<{ about: string; today: Todays }> {
  const row = await feeById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return {
    about: saidScope(catalog, { countryCode: row.country_code, categoryId: row.category_id, name: row.artist }),
    today: todaysOf(catalog, row.country_code ?? row.artist_country, ctx.now),
  }
}
