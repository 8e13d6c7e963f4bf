import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { openForms } from './open-forms.ts'
import { exportBody } from './own-data-queries.ts'

/** The caller's own copy, under the name of the day that it was made. */
export async function readExport(
  ctx: Context,
  { exportId }: InputOf<typeof own.readExport>,
): Promise<OutputOf<typeof own.readExport>> {
  const { id } = await callerAccount(ctx)
  const found = await exportBody(ctx.db, exportId, id, ctx.now)
  if (!found?.body) throw new Refusal('not_found')
  return {
    fileName: `primp-${found.created_at.toISOString().slice(0, 10)}.json`,
    content: await openForms(ctx, found.body as Record<string, unknown>),
  }
}
