import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAccess } from '#contract/operator/access.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'
import { accessPage } from './access-queries.ts'
import { presentAccess } from './present-access.ts'

/** Who saw what of whom, newest first; that this was looked up is kept too. */
export async function listAccess(
  ctx: Context,
  input: InputOf<typeof operatorAccess.list>,
): Promise<OutputOf<typeof operatorAccess.list>> {
  const { page, nextCursor } = paged(await accessPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  await recordAccess(ctx, { what: 'access_log', subjectId: input.accountId ?? 'all', of: [] })
  return { entries: await presentAccess(ctx.db, page), nextCursor }
}
