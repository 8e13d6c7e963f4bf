import { type BulkAct, type DoneBulk, undoHours } from '#contract/operator/bulk.ts'
import { bulkKinds } from './bulk-kinds.ts'
import type { BulkRow } from './bulk-queries.ts'

/** The rows that an act changed, with how each stood before. */
export const changedBy = ({ changed }: Pick<BulkRow, 'changed'>) => changed as { id: string; before: string | null }[]

/** An act on many as its operator sees it. */
export function presentBulk(row: BulkRow): DoneBulk {
  const act = row.act as BulkAct
  const until = new Date(row.done_at.getTime() + undoHours * 3_600_000)
  return {
    id: row.id,
    act,
    value: row.value,
    changed: changedBy(row).length,
    at: row.done_at.toISOString(),
    undoUntil: bulkKinds[act].undo && !row.undone_at ? until.toISOString() : null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}
