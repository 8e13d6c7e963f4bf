import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import { catalogNow } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, pageRows, readCursor, uuids } from '#server/platform/pages-of.ts'
import { feePage } from './fee-queries.ts'
import { presentFeeRule } from './present-fee-rule.ts'
import { scopeOf } from './fee-scope.ts'

/** Fee rules, newest first. */
export async function listFeeRules(
  ctx: Context,
  input: InputOf<typeof operatorFees.list>,
): Promise<OutputOf<typeof operatorFees.list>> {
  return feeRulesOf(ctx, input, pageRows)
}

/** A page of so many rules, and where the next one begins. */
export async function feeRulesOf(
  ctx: Context,
  { cursor, state, text, ...asked }: InputOf<typeof operatorFees.list>,
  size: number,
) {
  const catalog = await catalogNow(ctx.database)
  const { provider: _, ...scope } = await scopeOf(ctx, catalog, asked)
  const today = ctx.now.toISOString().slice(0, 10)
  const after = readCursor(cursor, uuids)
  const { page, nextCursor } = paged(await feePage(ctx.db, { ...scope, state, text, today, after }, size), size)
  return { rules: page.map((row) => presentFeeRule(catalog, row, today)), nextCursor }
}
