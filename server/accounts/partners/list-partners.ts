import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPartners } from './partner-queries.ts'
import { presentPartner } from './present-partner.ts'

/** Partners, newest first. */
export async function listPartners(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorPartners.list>,
): Promise<OutputOf<typeof operatorPartners.list>> {
  const { rows, nextCursor } = await fetchPartners(ctx.db, text, { cursor })
  return { partners: rows.map(presentPartner), nextCursor }
}
