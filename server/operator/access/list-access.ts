import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAccess } from '#contract/operator/access.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchAccessEntries } from './access-queries.ts'
import { presentAccess } from './present-access.ts'

/** Who saw what of whom, newest first; that this was looked up is kept too. */
export async function listAccess(
  ctx: Context,
  input: InputOf<typeof operatorAccess.list>,
): Promise<OutputOf<typeof operatorAccess.list>> {
  const { rows, nextCursor } = await fetchAccessEntries(ctx.db, input)
  await recordAccess(ctx, { what: 'access_log', subjectId: input.accountId ?? 'all', of: [] })
  return { entries: await presentAccess(ctx.db, rows), nextCursor }
}
