import { sql } from 'kysely'
import type { Context } from './context.ts'

export const pagesChanged = 'pages_changed'

/** Which kept pages are not true any more: these at once; those whose path begins so as soon as somebody asks for them. */
export type PageNews = { gone: readonly string[]; old: readonly string[] }

/** Tells every process that pages have changed, once the caller's transaction is committed. */
export async function tellPages(ctx: Context, news: PageNews): Promise<void> {
  await sql`select pg_notify(${pagesChanged}, ${JSON.stringify(news)})`.execute(ctx.db)
}
