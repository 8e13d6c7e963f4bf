import type { content } from '#contract/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { pageEdit } from './edit-queries.ts'

/** The words that an operator gave a content page, where there are any. */
export async function showWords(ctx: Context, { page }: InputOf<typeof content.words>): Promise<OutputOf<typeof content.words>> {
  const row = await pageEdit(ctx.database.reads, `/content/${page}`)
  return { edit: row ? { title: row.title, description: row.description, body: row.body, updatedAt: row.updated_at.toISOString() } : null }
}
