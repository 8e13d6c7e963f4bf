import type { AuditEntry } from '#contract/operator/system.ts'
import type { AuditRow } from './system-queries.ts'

/** An entry of the audit log as operators see it. */
export const presentEntry = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: row.instant.toISOString(),
  actor: { id: row.actor_id, name: row.actor ?? '' },
  as: row.as_account_id ? { id: row.as_account_id, name: row.other ?? '' } : null,
  act: row.act,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
})
