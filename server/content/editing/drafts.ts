import type { Draft } from '#contract/operator/pages.ts'
import { dropUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fieldsOf, showsUpload, type VersionRow } from './edit-queries.ts'

/** A draft as its editor sees it. */
export const presentDraft = (row: VersionRow): Draft => ({
  mark: row.mark,
  fields: fieldsOf(row),
  author: row.author_name,
  writtenAt: row.written_at.toISOString(),
})

/** Refuses where the draft is another than the caller has seen, with that one. */
export function refuseUnseen(draft: VersionRow | undefined, mark: string | null): void {
  if (draft && draft.mark !== mark) throw new Refusal('state_changed', { detail: { draft: presentDraft(draft) } })
}

/** Drops an uploaded picture that no page shows. */
export async function dropUnseen(ctx: Context, id: string): Promise<void> {
  if (!(await showsUpload(ctx.db, id))) await dropUpload(ctx, id)
}
