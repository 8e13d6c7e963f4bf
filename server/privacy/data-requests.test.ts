import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataRequestLimits, type FoundSubject } from '#contract/operator/data-requests.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'

let rig: TestRig
let people = 0
let ask: Awaited<ReturnType<typeof createTestClient>>
let approve: Awaited<ReturnType<typeof createTestClient>>
let support: string
beforeAll(async () => {
  rig = await openRig()
  support = await createOperator(['support'])
})
beforeEach(async () => {
  await at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

/** Moves the clock. Operators sign in again, because their sessions are short. */
async function at(now: Date): Promise<void> {
  rig.at(now)
  ask = await createTestClient(rig, support)
  approve = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
}

async function createOperator(duties: string[]): Promise<string> {
  const { id } = await rig.database.db
    .insertInto('account')
    .values({
      email: `operator-${crypto.randomUUID()}@mail.example`,
      name: 'Sade Operator',
      roles: ['customer', 'operator'],
      duties,
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const find = async (identifier: string): Promise<FoundSubject[]> =>
  (await ask(`/v1/operator/data-subjects?identifier=${encodeURIComponent(identifier)}`)).body.data.subjects
const show = (kind: string, id: string) => ask(`/v1/operator/data-subjects/${kind}/${encodeURIComponent(id)}`)
const request = (kind: string, id: string, action: string, more: object = {}) =>
  ask('/v1/operator/data-requests', 'POST', {
    subject: { kind, id },
    action,
    requestedOn: '2026-10-01',
    reference: 'Ticket 311',
    reason: 'They wrote to us.',
    ...more,
  })
const decide = (approvalId: string, approved: boolean, by = approve) =>
  by(`/v1/operator/approvals/${approvalId}/decide`, 'POST', { approve: approved, reason: 'I have read their letter.' })
const listAudit = async (subject: string) =>
  (
    await rig.database.db
      .selectFrom('audit')
      .select(['act', 'subject_name', 'after'])
      .where('subject_id', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ act, subject_name, after }) => ({ act, name: subject_name, after }))

/** A booking of Leila's with a guest, Zoe, who gave her address. The same artist has Zoe as a client. */
async function party() {
  const slug = `request-${++people}`
  const email = `zoe-${people}@requests.example`
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const theirs = await createTestClient(rig, artist.accountId)
  const leila = await createTestVisitor(rig, {
    services: ['makeup', 'makeup'],
    people: [{ count: 2, services: ['makeup'] }],
  })
  const booked = await leila.book(slug)
  const { guests } = (await leila.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: 2 })).body.data.appointment
  const name = `Zoe Quillfeather ${people}`
  const answer = { name, services: ['makeup'], allergies: 'Latex', allergiesConsent: true, email }
  await rig.call(`/v1/guests/${guests[1].key}`, { method: 'PUT', body: answer, address: createTestAddress() })
  const { clientId } = (
    await theirs('/v1/providers/me/own-clients', 'POST', { name, email, phone: `07700 9008${70 + people}` })
  ).body.data
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  return { artist, theirs, leila, booked, email, name, clientId, accountId: account_id as string }
}

test('people with and without an account are found by each identifier', async () => {
  const { booked, email, name, accountId, clientId } = await party()
  const account = { kind: 'account', id: accountId }
  const { mobile, payment } = {
    mobile: '07700 900142',
    payment: await rig.database.db
      .selectFrom('payment')
      .select(['id', 'number', 'gateway_id'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  }
  const address = (
    await rig.database.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst()
  )?.email as string
  for (const identifier of [address, accountId, booked.id, String(booked.number), payment.id, String(payment.number)])
    expect(await find(identifier), identifier).toContainEqual(expect.objectContaining(account))
  expect(await find(payment.gateway_id ?? ''), 'payment reference').toContainEqual(expect.objectContaining(account))
  expect((await find(mobile)).length).toBeGreaterThan(0)
  const zoe = { kind: 'email', id: email }
  for (const identifier of [email, email.toUpperCase(), name, `+44 7700 9008${70 + people}`])
    expect(await find(identifier), identifier).toContainEqual(expect.objectContaining(zoe))
  expect(await find(clientId)).toContainEqual(expect.objectContaining({ kind: 'client', id: clientId }))
  expect(await find('nobody-at-all@mail.example')).toEqual([])
  expect((await ask('/v1/operator/data-subjects?identifier=x')).status).toBe(400)
})

test('an export needs a second operator, and only who asked can download it, for seven days', async () => {
  const { email, name } = await party()
  const { held } = (await show('email', email)).body.data
  expect(held).toContainEqual({ part: 'guests', count: 1 })
  const asked = await request('email', email, 'export')
  expect(asked.body.data.request).toMatchObject({ state: 'waiting', dueOn: '2026-10-31', downloadUntil: null })
  const { id } = asked.body.data.request
  const download = `/v1/operator/data-requests/${id}/export`
  expect((await ask(download)).body.code).toBe('not_found')
  expect((await request('email', email, 'export')).body.code).toBe('approval_pending')
  expect((await decide(id, true)).status).toBe(200)
  const got = await ask(download)
  expect(got.body.data.content).toMatchObject({ email, guests: [{ name, allergies: 'Latex' }] })
  expect((await approve(download)).body.code).toBe('not_found')
  const { requests } = (await ask('/v1/operator/data-requests')).body.data
  expect(requests[0]).toMatchObject({ id, state: 'approved', decidedBy: 'Olu Bankole-Reed' })
  const { subject_id: key } = await rig.database.db
    .selectFrom('approval')
    .select('subject_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const logged = { requestedOn: '2026-10-01', reference: 'Ticket 311' }
  expect(await listAudit(key)).toEqual([
    { act: 'approval.ask', name: '', after: logged },
    { act: 'approval.give', name: '', after: logged },
    { act: 'person.export', name: '', after: logged },
  ])
  await at(new Date(testNow.getTime() + (dataRequestLimits.downloadDays * 24 + 1) * 3_600_000))
  expect((await ask(download)).body.code).toBe('not_found')
})

test('an erasure without an account empties the person’s entries, asks the artist, and leaves no name in the request', async () => {
  const { email, name, theirs, clientId, leila, booked } = await party()
  const { id } = (await request('email', email, 'erasure')).body.data.request
  const own = await createTestClient(rig, await createOperator(['owner']))
  expect((await decide(id, true, own)).status).toBe(200)
  expect((await decide(id, true)).body.code).toBe('state_changed')
  const { appointment } = (await leila.call(`/v1/bookings/${booked.id}`)).body.data
  expect(appointment.guests[1]).toMatchObject({ name: '', allergies: '' })
  const { requests } = (await theirs('/v1/providers/me/client-data-requests')).body.data
  expect(requests).toMatchObject([{ client: { id: clientId }, kind: 'delete' }])
  const kept = await rig.database.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(email)
  expect(JSON.stringify(kept)).not.toContain(name)
  const audit = await rig.database.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', kept.subject_id)
    .execute()
  expect(audit.map(({ act }) => act)).toEqual(['approval.ask', 'approval.give', 'person.erase'])
  expect(JSON.stringify(audit)).not.toContain(email)
})

test('an account is erased on request as its owner would delete it, and not with a booking ahead', async () => {
  const { accountId, booked } = await party()
  expect((await request('account', accountId, 'erasure')).body.code).toBe('open_bookings')
  await at(new Date(Date.parse(booked.endsAt) + 3 * 86_400_000))
  await completeAppointments(createJobContext(rig, 'test'))
  const { id } = (await request('account', accountId, 'erasure')).body.data.request
  expect((await decide(id, true)).status).toBe(200)
  const account = await rig.database.db
    .selectFrom('account')
    .select(['name', 'deleted_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ name: 'Deleted', deleted_at: rig.clock() })
  expect((await show('account', accountId)).body.code).toBe('not_found')
})

test('nobody approves their own request, a rejected one does nothing, and a legal hold refuses an erasure', async () => {
  const { email } = await party()
  const owner = await createTestClient(rig, await createOperator(['owner', 'support']))
  const asked = await owner('/v1/operator/data-requests', 'POST', {
    subject: { kind: 'email', id: email },
    action: 'erasure',
    requestedOn: '2026-10-01',
    reference: 'Ticket 312',
    reason: 'They wrote to us.',
  })
  const { id } = asked.body.data.request
  expect((await decide(id, true, owner)).body.code).toBe('second_operator_required')
  expect((await decide(id, false)).status).toBe(200)
  expect((await show('email', email)).status).toBe(200)

  const hold = (on: boolean) => approve('/v1/operator/legal-holds', 'PUT', { email, on, reason: 'A claim.' })
  const waiting = (await request('email', email, 'erasure')).body.data.request
  await hold(true)
  expect((await show('email', email)).body.data.hold).toMatchObject({ by: 'Olu Bankole-Reed', reason: 'A claim.' })
  expect((await decide(waiting.id, true)).body.code).toBe('legal_hold_active')
  await decide(waiting.id, false)
  expect((await request('email', email, 'erasure')).body.code).toBe('legal_hold_active')
  await hold(false)
  expect((await request('email', email, 'erasure')).status).toBe(200)
})

test('a request needs a date in the past and a known person, and operators without the duty see nothing', async () => {
  const { email } = await party()
  expect((await request('email', email, 'export', { requestedOn: '2027-01-01' })).body.code).toBe('date_future')
  expect((await request('email', email, 'export', { reference: ' ' })).status).toBe(400)
  expect((await request('email', 'nobody-at-all@mail.example', 'export')).body.code).toBe('not_found')
  expect((await request('account', 'not-an-id', 'export')).body.code).toBe('not_found')
  const money = await createTestClient(rig, await createOperator(['money']))
  for (const path of [`/v1/operator/data-subjects?identifier=${email}`, '/v1/operator/data-requests'])
    expect((await money(path)).body.code, path).toBe('duty_required')
  const { name } = (await request('email', email, 'export')).body.data.request
  expect(name).toBe(email)
  const { approvals } = (await money('/v1/operator/approvals')).body.data
  expect(JSON.stringify(approvals)).not.toContain(email)
  expect(JSON.stringify((await approve('/v1/operator/approvals')).body.data)).toContain(email)
  const customer = await createTestVisitor(rig)
  expect((await customer.call(`/v1/operator/data-subjects?identifier=${email}`)).body.code).toBe('not_signed_in')
})
