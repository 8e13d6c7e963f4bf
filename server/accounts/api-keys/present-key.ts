import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { Scope } from '#contract/accounts/scopes.ts'
import type { ApiKeyRow } from './api-key-queries.ts'

export const presentKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  begins: row.begins,
  scopes: row.scopes as Scope[],
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
