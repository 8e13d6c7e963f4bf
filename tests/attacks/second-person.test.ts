import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { idOf, makeOperator, restoreOperators, signInAs } from './operators.ts'

let rig: TestRig
const reason = 'for a test of two persons'
const send = (bearer: string, method: string, path: string, body: object) =>
  rig.call(`/v1/operator/${path}`, { method, body: { reason, ...body }, bearer })
const approvals = async (bearer: string) =>
  (await rig.call('/v1/operator/approvals', { bearer })).body.data.approvals as {
    id: string
    kind: string
    yours: boolean
  }[]
const decide = (bearer: string, id: string, approve = true) =>
  send(bearer, 'POST', `approvals/${id}/decide`, { approve })
const rolesOf = async (who: string) =>
  rig.database.db
    .selectFrom('account')
    .select(['roles', 'duties'])
    .where('email', '=', `${who}@primp.test`)
    .where('stands_in_for', 'is', null)
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  rig = await openRig()
})
afterEach(() => restoreOperators(rig))
afterAll(() => rig.database.db.deleteFrom('outbox').execute())

describe('A single operator', () => {
  test('cannot make anyone an operator, not even by approving their own request', async () => {
    const olu = await signInAs(rig, 'olu')
    const asked = await send(olu, 'PUT', `people/${await idOf(rig, 'ana')}/roles`, { duties: ['support'] })
    expect(asked.body.data).toMatchObject({ waits: true, person: { roles: ['customer'], duties: [] } })
    const waiting = (await approvals(olu)).find(({ kind }) => kind === 'operator')
    expect(waiting).toMatchObject({ kind: 'operator', yours: false, wanted: { duties: ['support'] } })
    expect((await decide(olu, waiting?.id ?? '')).body.code).toBe('second_operator_required')
    expect((await rolesOf('ana')).roles).toEqual(['customer'])
    expect((await send(olu, 'PUT', `people/${await idOf(rig, 'ana')}/roles`, { duties: ['owner'] })).body.code).toBe(
      'approval_pending',
    )
  })
  test('cannot add duties for anyone, including themselves', async () => {
    await makeOperator(rig, 'ana', ['owner'])
    await makeOperator(rig, 'mia', ['support'])
    const ana = await signInAs(rig, 'ana')
    expect(
      (await send(ana, 'PUT', `people/${await idOf(rig, 'mia')}/roles`, { duties: ['support', 'money'] })).body.data,
    ).toMatchObject({ waits: true, person: { duties: ['support'] } })
  })
  test('cannot raise the amount above which two operators must approve, but can lower it', async () => {
    const olu = await signInAs(rig, 'olu')
    const raised = await send(olu, 'PUT', 'refund-limit', { currency: 'CAD', limit: 100_000 })
    expect(raised.body.data).toMatchObject({ waits: true, limits: { CAD: 500 } })
    const [waiting] = await approvals(olu)
    expect((await decide(olu, waiting?.id ?? '')).body.code).toBe('second_operator_required')
    const lowered = await send(olu, 'PUT', 'refund-limit', { currency: 'CAD', limit: 400 })
    expect(lowered.body.data).toMatchObject({ waits: false, limits: { CAD: 400 } })
  })
  test('cannot turn off second approval of profiles', async () => {
    const olu = await signInAs(rig, 'olu')
    expect((await send(olu, 'PUT', 'settings', { secondApproval: true })).body.data.secondApproval).toBe(true)
    expect((await send(olu, 'PUT', 'settings', { secondApproval: false })).body.data).toMatchObject({
      secondApproval: true,
      waits: true,
    })
    await makeOperator(rig, 'ana', ['owner'])
    const ana = await signInAs(rig, 'ana')
    const [waiting] = await approvals(ana)
    expect((await decide(ana, waiting?.id ?? '')).status).toBe(200)
    rig.age(2_000)
    expect((await rig.call('/v1/operator/settings', { bearer: olu })).body.data.secondApproval).toBe(false)
  })
})

describe('An account created by an operator', () => {
  test('is no second operator for its creator, and two accounts created by one operator are not two operators', async () => {
    const limit = { currency: 'CAD', limit: 9_000 }
    await makeOperator(rig, 'ana', ['owner'], 'olu')
    await makeOperator(rig, 'mia', ['owner'], 'olu')
    const [olu, ana, mia] = [await signInAs(rig, 'olu'), await signInAs(rig, 'ana'), await signInAs(rig, 'mia')]
    await send(ana, 'PUT', 'refund-limit', limit)
    for (const who of [olu, mia]) {
      const [waiting] = await approvals(who)
      expect(waiting).toMatchObject({ yours: false })
      expect((await decide(who, waiting?.id ?? '')).body.code).toBe('second_operator_required')
    }
  })
  test('gets its duties once another operator has approved them', async () => {
    await makeOperator(rig, 'ana', ['owner'])
    const [olu, ana] = [await signInAs(rig, 'olu'), await signInAs(rig, 'ana')]
    await send(olu, 'PUT', `people/${await idOf(rig, 'mia')}/roles`, { duties: ['money'] })
    expect((await rolesOf('mia')).duties).toEqual([])
    const [waiting] = await approvals(ana)
    expect(waiting).toMatchObject({ yours: true })
    expect((await decide(ana, waiting?.id ?? '')).body.data.approval.decision).toMatchObject({ approved: true })
    expect(await rolesOf('mia')).toEqual({ roles: ['customer', 'provider', 'operator'], duties: ['money'] })
    expect((await decide(ana, waiting?.id ?? '')).body.code).toBe('state_changed')
    const mia = await signInAs(rig, 'mia')
    expect((await rig.call('/v1/operator/payments', { bearer: mia })).status).toBe(200)
    expect((await rig.call('/v1/operator/people', { bearer: mia })).body.code).toBe('duty_required')
    expect((await rig.call('/v1/operator/audit', { bearer: mia })).body.code).toBe('duty_required')
  })
  test('has no duties while its address is not verified', async () => {
    const id = await idOf(rig, 'ana')
    await rig.database.db.updateTable('account').set({ email_verified_at: null }).where('id', '=', id).execute()
    const olu = await signInAs(rig, 'olu')
    expect((await send(olu, 'PUT', `people/${id}/roles`, { duties: ['owner'] })).body.code).toBe(
      'account_email_unverified',
    )
    await rig.database.db.updateTable('account').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
  })
  test('loses removed duties immediately, and the last owner cannot be removed', async () => {
    await makeOperator(rig, 'ana', ['owner'])
    const olu = await signInAs(rig, 'olu')
    const taken = await send(olu, 'PUT', `people/${await idOf(rig, 'ana')}/roles`, { duties: [] })
    expect(taken.body.data).toMatchObject({ waits: false, person: { roles: ['customer'] } })
    expect((await send(olu, 'PUT', `people/${await idOf(rig, 'olu')}/roles`, { duties: [] })).body.code).toBe(
      'last_operator',
    )
  })
})
