import type { Person } from '#contract/operator/people.ts'
import { shownMobile } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { personById, type PersonRow } from './people-queries.ts'

const iso = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A person as operators see them. */
export const presentPerson = (row: PersonRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  mobile: shownMobile(row.mobile)?.text ?? null,
  roles: row.roles as Person['roles'],
  duties: row.duties as Person['duties'],
  verified: row.email_verified_at !== null,
  suspendedAt: iso(row.suspended_at),
  suspendedReason: row.suspended_reason,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: iso(row.last_seen_at),
  profile: row.slug,
  sample: row.sample,
})

/** The same by account, or the refusal that there is none. */
export async function personOf(ctx: Context, accountId: string): Promise<Person> {
  const row = await personById(ctx.db, accountId)
  if (!row) throw new Refusal('not_found')
  return presentPerson(row)
}
