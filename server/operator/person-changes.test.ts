import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { applyWaitingChanges } from './approvals.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { type Answer, openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
type Client = Awaited<ReturnType<typeof createTestClient>>
let olu: Client
let ana: string
const reason = 'She lost her mailbox and proved who she is.'

beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  ana = await getAccountId(rig, 'ana@primp.test')
})
const forget = async () => {
  const { db } = rig.database
  for (const table of ['outbox', 'one_time_token', 'approval', 'number_proof', 'totp'] as const)
    await db.deleteFrom(table).execute()
  await db
    .updateTable('account')
    .set({ email: 'ana@primp.test', roles: ['customer'], duties: [] })
    .where('id', '=', ana)
    .execute()
}
beforeEach(async () => {
  rig.at(testNow)
  await forget()
})
afterAll(forget)

const of = (id: string, path = '') => `/v1/operator/people/${id}${path}`
const mails = (kind: string) =>
  rig.database.db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute()
const codeIn = async (kind: string) => (await mails(kind))[0]?.body.match(/\b\d{6}\b/)?.[0] ?? ''
const fields = ({ body }: Answer) => body.errors.map(({ path }: { path: string }) => path)
const lastAct = () =>
  rig.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const account = (id: string) =>
  rig.database.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Makes a sample person an operator with duties for one test. */
async function createOperator(email: string, duties: string[]): Promise<Client> {
  const id = await getAccountId(rig, email)
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties })
    .where('id', '=', id)
    .execute()
  return createTestClient(rig, id)
}
const endOperator = async (email: string) =>
  rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'provider'], duties: [] })
    .where('id', '=', await getAccountId(rig, email))
    .execute()

describe('A new email address', () => {
  const email = 'ana.new@mail.example'
  test('an address changes with the code that the person reads out, and the old address is notified', async () => {
    expect((await olu(of(ana, '/email/code'), 'POST', { email, reason })).body.data).toEqual({ sent: true })
    const [code] = await mails('email.teamCode')
    expect(code).toMatchObject({ address: email, secret: true })
    expect((await account(ana)).email).toBe('ana@primp.test')
    const digits = await codeIn('email.teamCode')
    const changed = await olu(of(ana, '/email'), 'PUT', { email, code: digits, reason })
    expect(changed.body.data.person).toMatchObject({ email, verified: true })
    expect((await mails('email.changedByTeam'))[0]).toMatchObject({ address: 'ana@primp.test' })
    expect((await mails('email.changedByTeam'))[0]?.body).toContain(email)
    expect(await lastAct()).toMatchObject({
      act: 'email.change',
      before: { email: 'ana@primp.test' },
      after: { email },
      reason,
    })
    const again = await olu(of(ana, '/email'), 'PUT', { email, code: digits, reason })
    expect(fields(again)).toEqual(['code'])
  })
  test('a wrong code, a taken address and a missing reason change nothing', async () => {
    await olu(of(ana, '/email/code'), 'POST', { email, reason })
    const right = await codeIn('email.teamCode')
    const wrong = right === '000000' ? '111111' : '000000'
    expect(fields(await olu(of(ana, '/email'), 'PUT', { email, code: wrong, reason }))).toEqual(['code'])
    expect(fields(await olu(of(ana, '/email/code'), 'POST', { email: 'mia@primp.test', reason }))).toEqual(['email'])
    expect((await olu(of(ana, '/email/code'), 'POST', { email, reason: '' })).status).toBe(400)
    expect((await account(ana)).email).toBe('ana@primp.test')
  })
  test('a code for one person does not change the address of another', async () => {
    const mia = await getAccountId(rig, 'mia@primp.test')
    await olu(of(ana, '/email/code'), 'POST', { email, reason })
    const code = await codeIn('email.teamCode')
    expect(fields(await olu(of(mia, '/email'), 'PUT', { email, code, reason }))).toEqual(['code'])
    expect((await account(mia)).email).toBe('mia@primp.test')
  })
  test('only support may change addresses, and never those of operators', async () => {
    const money = await createOperator('mia@primp.test', ['money'])
    expect((await money(of(ana, '/email/code'), 'POST', { email, reason })).body.code).toBe('duty_required')
    expect(
      (await money(of(ana, '/mobile/code'), 'POST', { mobile: '07700 900999', country: 'GB', reason })).status,
    ).toBe(403)
    const mia = await getAccountId(rig, 'mia@primp.test')
    expect((await olu(of(mia, '/email/code'), 'POST', { email, reason })).body.code).toBe('operators_change_own')
    await endOperator('mia@primp.test')
  })
})

describe('A new phone number', () => {
  const number = { mobile: '07400 123456', country: 'GB' }
  test('a number changes with the code that was sent to it, and the person is notified by email', async () => {
    expect((await olu(of(ana, '/mobile/code'), 'POST', { ...number, reason })).body.data).toEqual({ sent: true })
    const text = await rig.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow()
    expect(text.address).toBe('+447400123456')
    const code = text.body.match(/\b\d{6}\b/)?.[0] ?? ''
    const before = (await account(ana)).mobile
    const changed = await olu(of(ana, '/mobile'), 'PUT', { ...number, code, reason })
    expect(changed.body.data.person.mobile).toBe('07400 123456')
    expect((await mails('mobile.changedByTeam'))[0]).toMatchObject({ address: 'ana@primp.test' })
    expect(await lastAct()).toMatchObject({ act: 'mobile.change', after: { mobile: '+447400123456' }, reason })
    await rig.database.db.updateTable('account').set({ mobile: before }).where('id', '=', ana).execute()
  })
  test('a wrong code changes nothing, and a number that gets no texts is refused', async () => {
    const before = (await account(ana)).mobile
    await olu(of(ana, '/mobile/code'), 'POST', { ...number, reason })
    const answer = await olu(of(ana, '/mobile'), 'PUT', { ...number, code: '000000', reason })
    expect(fields(answer)).toEqual(['code'])
    expect((await account(ana)).mobile).toBe(before)
    const landline = await olu(of(ana, '/mobile/code'), 'POST', { mobile: '020 7946 0000', country: 'GB', reason })
    expect(landline.body.code).toBe('number_not_supported')
  })
})

const addApp = (accountId: string) =>
  rig.database.db
    .insertInto('totp')
    .values({ account_id: accountId, sealed: Buffer.from('x'), created_at: rig.clock(), confirmed_at: rig.clock() })
    .execute()
const hasApp = async () =>
  (await rig.database.db.selectFrom('totp').select('account_id').where('account_id', '=', ana).execute()).length === 1
const linkIn = async (kind: string) => (await mails(kind))[0]?.body.match(/\/stop-change\/([\w-]+)/)?.[1] ?? ''
const runJob = () => applyWaitingChanges(createJobContext(rig, 'test'))
const wait = (hours: number) => rig.at(new Date(rig.clock().getTime() + hours * 3_600_000))

describe('A lost second factor', () => {
  const askReset = async () => {
    await addApp(ana)
    const asked = await olu(of(ana, '/factors/reset'), 'POST', { reason })
    expect(asked.body.data).toMatchObject({ waits: true })
    const { approvals } = (await olu('/v1/operator/approvals')).body.data
    return approvals[0].id as string
  }
  test('a second operator approves, the person has a day to stop it, then the factors are removed', async () => {
    const id = await askReset()
    expect((await olu(`/v1/operator/approvals/${id}/decide`, 'POST', { approve: true, reason })).body.code).toBe(
      'second_operator_required',
    )
    const second = await createOperator('mia@primp.test', ['owner'])
    const given = await second(`/v1/operator/approvals/${id}/decide`, 'POST', { approve: true, reason })
    expect(given.body.data.approval).toMatchObject({ decision: { approved: true }, canStop: true })
    expect(await hasApp()).toBe(true)
    expect((await mails('factor.resetting'))[0]).toMatchObject({ address: 'ana@primp.test', secret: true })
    await runJob()
    expect(await hasApp()).toBe(true)
    expect((await olu(of(ana, '/factors/reset'), 'POST', { reason })).body.code).toBe('approval_pending')
    wait(25)
    await runJob()
    await runJob()
    expect(await hasApp()).toBe(false)
    expect(await mails('factor.removed')).toHaveLength(1)
    expect(await lastAct()).toMatchObject({ act: 'factor.reset', subject_id: ana, reason })
    await endOperator('mia@primp.test')
  })
  test('the person stops it with the emailed link, once', async () => {
    const id = await askReset()
    const second = await createOperator('mia@primp.test', ['owner'])
    await second(`/v1/operator/approvals/${id}/decide`, 'POST', { approve: true, reason })
    const token = await linkIn('factor.resetting')
    expect((await rig.call(`/v1/accounts/changes/${token}`)).body.data.change).toMatchObject({ kind: 'factor_reset' })
    expect((await rig.call(`/v1/accounts/changes/${token}/stop`, { method: 'POST', body: {} })).status).toBe(200)
    expect((await rig.call(`/v1/accounts/changes/${token}/stop`, { method: 'POST', body: {} })).body.code).toBe(
      'link_used',
    )
    wait(25)
    await runJob()
    expect(await hasApp()).toBe(true)
    expect((await rig.call('/v1/accounts/changes/nothing')).body.code).toBe('link_expired')
    await endOperator('mia@primp.test')
  })
  test('a person without a second factor has nothing to reset, and only support may ask', async () => {
    expect((await olu(of(ana, '/factors/reset'), 'POST', { reason })).body.code).toBe('state_changed')
    const content = await createOperator('mia@primp.test', ['content'])
    expect((await content(of(ana, '/factors/reset'), 'POST', { reason })).body.code).toBe('duty_required')
    await endOperator('mia@primp.test')
  })
})

describe('A second operator of the only owner', () => {
  const ask = async () => {
    const answer = await olu(of(ana, '/roles'), 'PUT', { duties: ['support'], reason })
    expect(answer.body.data).toMatchObject({ waits: true })
    return (await olu('/v1/operator/approvals')).body.data.approvals[0] as { id: string }
  }
  test('the only owner adds an operator after three days, and is emailed at once', async () => {
    const approval = await ask()
    expect(approval).toMatchObject({ kind: 'operator', canStop: true, yours: false, decision: null })
    expect((await mails('op.operator.waiting'))[0]).toMatchObject({ address: 'olu@primp.test', secret: true })
    expect(
      (await olu(`/v1/operator/approvals/${approval.id}/decide`, 'POST', { approve: true, reason })).body.code,
    ).toBe('second_operator_required')
    wait(71)
    await runJob()
    expect((await account(ana)).duties).toEqual([])
    wait(2)
    await runJob()
    expect(await account(ana)).toMatchObject({ duties: ['support'], roles: expect.arrayContaining(['operator']) })
  })
  test('the link in the email and the console both stop it', async () => {
    await ask()
    const token = await linkIn('op.operator.waiting')
    expect((await rig.call(`/v1/accounts/changes/${token}/stop`, { method: 'POST', body: {} })).status).toBe(200)
    wait(80)
    await runJob()
    expect((await account(ana)).duties).toEqual([])
    rig.at(testNow)
    const { id } = await ask()
    expect((await olu(`/v1/operator/approvals/${id}/stop`, 'POST', { reason })).body.data.approval).toMatchObject({
      decision: { approved: false },
      canStop: false,
    })
    expect((await olu(`/v1/operator/approvals/${id}/stop`, 'POST', { reason })).body.code).toBe('state_changed')
  })
  test('with another owner, that owner approves and nothing waits', async () => {
    const second = await createOperator('mia@primp.test', ['owner'])
    const { id } = await ask()
    expect(await mails('op.operator.waiting')).toEqual([])
    expect((await second(`/v1/operator/approvals/${id}/decide`, 'POST', { approve: true, reason })).status).toBe(200)
    expect((await account(ana)).duties).toEqual(['support'])
    await endOperator('mia@primp.test')
  })
  test('nothing is granted if the owner who asked is no longer one', async () => {
    await ask()
    const oluId = await getAccountId(rig, 'olu@primp.test')
    await rig.database.db
      .updateTable('account')
      .set({ duties: ['support'] })
      .where('id', '=', oluId)
      .execute()
    wait(80)
    await runJob()
    await rig.database.db
      .updateTable('account')
      .set({ duties: ['owner'] })
      .where('id', '=', oluId)
      .execute()
    expect((await account(ana)).duties).toEqual([])
  })
})
