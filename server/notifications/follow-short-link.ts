import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Context } from '#server/platform/context.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Where a short address leads; refuses one that is not known. */
export async function followShortLink(
  ctx: Context,
  { code }: InputOf<typeof notices.shortLink>,
): Promise<OutputOf<typeof notices.shortLink>> {
  const row = await ctx.db
    .selectFrom('short_link')
    .select('path')
    .where('code_hash', '=', hashOfKey(code))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { path: row.path }
}
