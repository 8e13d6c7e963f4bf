import { provenCustomer } from '#server/offers/requests/small-requests.ts'
import type { TestRig } from '#server/test-rig.ts'
import { signInAs } from '#tests/attacks/operators.ts'

const path = '/v1/operator/partners'
const scopes = ['catalog:read', 'search:read', 'artists:read', 'bookings:read']

/** Operators and what they do to partners. */
export async function partnersOf(rig: TestRig) {
  const olu = await signInAs(rig, 'olu')
  const as = (bearer: string) => (more: string, method: string, body?: unknown) =>
    rig.call(`${path}${more}`, { method, bearer, ...(body === undefined ? {} : { body }) })
  const call = as(olu)
  const wanted = (more: Record<string, unknown> = {}) => ({
    name: 'Castle Rooms',
    slug: 'castle-rooms',
    email: 'events@castle.example',
    note: 'Weddings in the north.',
    scopes,
    reason: 'Agreed by contract',
    ...more,
  })
  return {
    olu,
    as,
    call,
    wanted,
    /** An operator with these duties and no others. */
    withDuties: async (email: string, duties: string[]) => {
      const { bearer, accountId } = await provenCustomer(rig, email)
      await rig.database.db
        .updateTable('account')
        .set({ roles: ['customer', 'operator'], duties })
        .where('id', '=', accountId)
        .execute()
      rig.age(2_000)
      return bearer
    },
    made: async (more: Record<string, unknown> = {}) =>
      (await call('', 'POST', wanted(more))).body.data.partner as { id: string; slug: string },
    key: async (partnerId: string, more: Record<string, unknown> = {}) =>
      (await call(`/${partnerId}/keys`, 'POST', { name: 'Their site', scopes, ...more })).body.data as {
        key: { id: string }
        token: string
      },
    /** As the partner's program calls: with the key alone, no cookie. */
    byKey: (token: string, to: string, options: { method?: string; body?: unknown } = {}) =>
      rig.call(to, { ...options, headers: { authorization: `Bearer ${token}` } }),
    forget: async () => {
      const { db } = rig.database
      await db.deleteFrom('webhook').where('partner_id', 'is not', null).execute()
      await db.deleteFrom('api_key').where('partner_id', 'is not', null).execute()
      await rig.database.exec(`begin; set local session_replication_role = replica;
        update appointment set partner_id = null where partner_id is not null;
        update search set partner_id = null where partner_id is not null; commit`)
      await db.deleteFrom('partner').execute()
    },
  }
}
