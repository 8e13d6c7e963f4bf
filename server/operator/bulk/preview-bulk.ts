import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBulk } from '#contract/operator/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { planBulk } from './plan-bulk.ts'

/** What an act would do to each of these, how many are written to, and whether it can be undone. */
export async function previewBulk(
  ctx: Context,
  asked: InputOf<typeof operatorBulk.preview>,
): Promise<OutputOf<typeof operatorBulk.preview>> {
  const { kind, items } = await planBulk(ctx, asked)
  return {
    items,
    mails: items.filter(({ does, mails }) => does === 'changes' && mails).length,
    undo: kind.undo !== null,
  }
}
