import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import { catalogNow } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { PAGE_SIZE } from '#server/platform/pagination.ts'
import { fetchFeeRules } from './fee-queries.ts'
import { presentFeeRule } from './present-fee-rule.ts'
import { scopeOf } from './fee-scope.ts'

/** Lists fee rules, newest first. */
export async function listFeeRules(
  ctx: Context,
  input: InputOf<typeof operatorFees.list>,
): Promise<OutputOf<typeof operatorFees.list>> {
  return listFeeRulePage(ctx, input, PAGE_SIZE)
}

/** Lists one page of fee rules, of a given size. */
export async function listFeeRulePage(
  ctx: Context,
  { cursor, state, text, ...asked }: InputOf<typeof operatorFees.list>,
  size: number,
) {
  const catalog = await catalogNow(ctx.database)
  const { provider: _, ...scope } = await scopeOf(ctx, catalog, asked)
  const today = ctx.now.toISOString().slice(0, 10)
  const { rows, nextCursor } = await fetchFeeRules(ctx.db, { ...scope, state, text, today }, { cursor, size })
  return { rules: rows.map((row) => presentFeeRule(catalog, row, today)), nextCursor }
}
