import type { AccessEntry, AccessKind } from '#contract/operator/access.ts'
import type { Db } from '#db/database.ts'
import { type AccessRow, namesOf } from './access-queries.ts'

/** Entries of the log of reads, with the names of those whom they were of. */
export async function presentAccess(db: Db, rows: readonly AccessRow[]): Promise<AccessEntry[]> {
  const names = await namesOf(db, [...new Set(rows.flatMap((row) => row.account_ids))])
  return rows.map((row) => ({
    id: String(row.id),
    at: row.instant.toISOString(),
    operator: { id: row.operator_id, name: row.operator ?? '' },
    what: row.what as AccessKind,
    subjectId: row.subject_id,
    of: row.account_ids.map((id) => ({ id, name: names.get(id) ?? '' })),
    network: row.network,
    device: row.device,
  }))
}
