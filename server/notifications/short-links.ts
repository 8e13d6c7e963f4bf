import { randomBytes } from 'node:crypto'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { fixedRetentionDays } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Creates a short link, in the caller's transaction. */
export async function createShortLink(ctx: Context, path: string): Promise<string> {
  const code = randomBytes(6).toString('base64url')
  await ctx.db
    .insertInto('short_link')
    .values({ code_hash: hashOfKey(code), path, created_at: ctx.now })
    .execute()
  return `${ctx.env.publicUrl}/s/${code}`
}

export const deleteExpiredShortLinks = (ctx: Context) =>
  ctx.db
    .deleteFrom('short_link')
    .where('created_at', '<', new Date(ctx.now.getTime() - fixedRetentionDays.shortLinks * 86_400_000))
    .execute()

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
