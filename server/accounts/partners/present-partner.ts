import type { Partner, PartnerKey } from '#contract/accounts/partners.ts'
import type { PartnerKeyRow, PartnerRow } from './partner-queries.ts'

/** A partner as operators see it. */
export const presentPartner = (row: PartnerRow): Partner => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  email: row.email,
  note: row.note,
  scopes: row.scopes as Partner['scopes'],
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  bookings: row.bookings,
})

export const presentPartnerKey = (row: PartnerKeyRow): PartnerKey => ({
  id: row.id,
  name: row.name,
  begins: row.begins,
  scopes: row.scopes as PartnerKey['scopes'],
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  aMinute: row.a_minute,
  endsAt: row.ends_at?.toISOString() ?? null,
})
