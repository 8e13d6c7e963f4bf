import { randomBytes } from 'node:crypto'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'

const KEPT_DAYS = 120

/** A short address of this site that leads to a path; in the caller's transaction. */
export async function shortLink(ctx: Context, path: string): Promise<string> {
  const code = randomBytes(6).toString('base64url')
  await ctx.db
    .insertInto('short_link')
    .values({ code_hash: hashOfKey(code), path, created_at: ctx.now })
    .execute()
  return `${ctx.env.publicUrl}/s/${code}`
}

/** Deletes short addresses that nobody needs any more. */
export const forgetShortLinks = (ctx: Context) =>
  ctx.db
    .deleteFrom('short_link')
    .where('created_at', '<', new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000))
    .execute()
