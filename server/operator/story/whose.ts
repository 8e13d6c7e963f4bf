import type { Whose } from '#contract/operator/hub.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { personOfBoth } from './story-queries.ts'

/** A person and their profile, where they have one; an artist's person, where they have an account. */
export type Both = { accountId: string | null; providerId: string | null; name: string; asked: 'account' | 'provider' }

/** Whom a call is about: one of the two has to be named, and to be there. */
export async function bothOf(ctx: Context, { accountId, providerId }: Whose): Promise<Both> {
  if ((accountId === undefined) === (providerId === undefined)) throw refuseField('invalid_input', 'accountId')
  const row = await personOfBoth(ctx.db, { accountId: accountId ?? null, providerId: providerId ?? null })
  if (!row) throw new Refusal('not_found')
  return {
    accountId: row.account_id,
    providerId: row.provider_id,
    name: row.name,
    asked: accountId === undefined ? 'provider' : 'account',
  }
}
