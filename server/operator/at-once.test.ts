import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let calls = 0
const address = () => `127.62.0.${++calls}`
const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: address(),
    })
  ).body.data
const reason = 'for a test of two at once'
const operators = async () =>
  (await rig.database.db.selectFrom('account').select(['email', 'roles', 'suspended_at']).execute()).filter(
    ({ roles, suspended_at }) => roles.includes('operator') && !suspended_at,
  ).length
const restore = async (id: string, email: string) =>
  rig.database.db
    .updateTable('account')
    .set({
      roles: email.startsWith('olu') ? ['customer', 'operator'] : ['customer'],
      duties: email.startsWith('olu') ? ['owner'] : [],
      suspended_at: null,
      suspended_reason: null,
    })
    .where('id', '=', id)
    .execute()

beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.database.db.deleteFrom('outbox').execute())

test.each(['demote', 'suspend'] as const)(
  'if two operators %s each other at the same time, one of them succeeds',
  async (what) => {
    const ids = {
      olu: (await signIn('olu@primp.test')).user.id as string,
      ana: (await signIn('ana@primp.test')).user.id as string,
    }
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', ids.ana)
      .execute()
    const [olu, ana] = [(await signIn('olu@primp.test')).token, (await signIn('ana@primp.test')).token]
    const act = (bearer: string, id: string) =>
      what === 'demote'
        ? rig.call(`/v1/operator/people/${id}/roles`, { method: 'PUT', body: { duties: [], reason }, bearer })
        : rig.call(`/v1/operator/people/${id}/suspend`, { method: 'POST', body: { reason }, bearer })
    const done = await Promise.all([act(olu, ids.ana), act(ana, ids.olu)])
    const left = await operators()
    await restore(ids.olu, 'olu')
    await restore(ids.ana, 'ana')
    expect(left).toBe(1)
    expect(done.map(({ status }) => status).sort()).not.toContain(500)
  },
)
