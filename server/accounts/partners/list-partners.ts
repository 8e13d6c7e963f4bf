import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { partnersPage } from './partner-queries.ts'
import { presentPartner } from './present-partner.ts'

/** Partners, newest first. */
export async function listPartners(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorPartners.list>,
): Promise<OutputOf<typeof operatorPartners.list>> {
  const { page, nextCursor } = paged(await partnersPage(ctx.db, text, readCursor(cursor, uuids)))
  return { partners: page.map(presentPartner), nextCursor }
}
