import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAILED_LINK_DAYS } from '#contract/bookings/mailed-bookings.ts'
import type { MailGateway } from '#server/gateways/mail/mail.ts'
import { notifyUnreadMessages } from '#server/messaging/messages.ts'
import { sendDue } from '#server/notifications/outbox.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestAddress, createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'

const DAY_MS = 86_400_000
let rig: TestRig
let made = 0
const clear = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(clear)
afterAll(clear)

type Mail = Parameters<MailGateway['send']>[0]
/** Sends all due mails through a mail service, which alone sees the links that work. */
async function sent(): Promise<Mail[]> {
  const got: Mail[] = []
  const mail = { send: async (one: Mail) => void got.push(one), close: () => {} }
  const vapid = async () => ({ publicKey: '', privateKey: '' })
  while ((await sendDue(createJobContext(rig, 'test'), { mail, sms: { send: async () => {} }, vapid })) > 0);
  return got
}
const link = /\/mails\/booking\/([\w-]{40})#(receipt|messages)/
const linksIn = (mails: readonly Mail[], part: string) =>
  mails.flatMap(({ text }) => {
    const [, key = '', of] = link.exec(text) ?? []
    return of === part ? [key] : []
  })

/** A booking of someone who has no password, its artist, and the key in the mail with the receipt. */
async function booked() {
  const slug = `mailed-${++made}`
  const { accountId } = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book(slug)
  const [key = ''] = linksIn(await sent(), 'receipt')
  return { booking, key, customerId: await getCustomerId(booking.id), artistId: accountId }
}
async function getCustomerId(bookingId: string): Promise<string> {
  const of = rig.database.db.selectFrom('appointment').select('account_id').where('id', '=', bookingId)
  return (await of.executeTakeFirstOrThrow()).account_id as string
}
const open = (key: string, query = '') =>
  rig.call(`/v1/mailed-bookings/${key}${query}`, { address: createTestAddress() })
const write = (key: string, body: unknown, idempotencyKey = createTestKey()) =>
  rig.call(`/v1/mailed-bookings/${key}/messages`, {
    method: 'POST',
    body,
    address: createTestAddress(),
    headers: { 'idempotency-key': idempotencyKey },
  })
const changeAccount = (id: string, change: Record<string, unknown>) =>
  rig.database.db.updateTable('account').set(change).where('id', '=', id).execute()

test('the mailed link opens the receipt and the messages of a booking days later, without a cookie or a session', async () => {
  const { booking, key } = await booked()
  expect(key).not.toBe('')
  rig.at(new Date(testNow.getTime() + 3 * DAY_MS))
  const { status, body, cookie } = await open(key)
  expect([status, cookie]).toEqual([200, undefined])
  expect(body.data.booking).toMatchObject({
    appointmentId: booking.id,
    receipt: { id: booking.payments[0].id, paid: booking.paid },
    talk: { conversation: { side: 'customer' }, messages: [{ from: 'system', kind: 'booked' }] },
  })
  // The key is no session: it opens nothing else of the account.
  for (const path of ['/v1/payments', '/v1/conversations?side=customer', `/v1/bookings/${booking.id}`])
    expect([401, 403, 404]).toContain((await rig.call(path, { bearer: key, address: createTestAddress() })).status)
})

test('a message written with the link reaches the artist once, and an unread reply is mailed with the same link', async () => {
  const { key, artistId } = await booked()
  rig.at(new Date(testNow.getTime() + DAY_MS))
  const once = createTestKey()
  const first = await write(key, { text: ' Is parking easy? ' }, once)
  expect(first.body.data.message).toMatchObject({ from: 'you', text: 'Is parking easy?' })
  expect((await write(key, { text: ' Is parking easy? ' }, once)).body).toEqual(first.body)
  expect((await write(key, { text: ' ' })).status).toBe(400)

  const artist = await createTestClient(rig, artistId)
  const { conversations } = (await artist('/v1/conversations?side=provider')).body.data
  expect(conversations[0].last).toMatchObject({ text: 'Is parking easy?', own: false })
  const theirs = (await artist(`/v1/conversations/${conversations[0].id}`)).body.data.messages
  expect(theirs.filter(({ text }: { text: string }) => text === 'Is parking easy?')).toHaveLength(1)

  await artist(`/v1/conversations/${conversations[0].id}/messages`, 'POST', { text: 'Yes, in the yard.' })
  rig.at(new Date(testNow.getTime() + DAY_MS + 20 * 60_000))
  await notifyUnreadMessages(createJobContext(rig, 'test'))
  expect(linksIn(await sent(), 'messages')).toEqual([key])
  const { talk } = (await open(key)).body.data.booking
  expect(talk.messages.at(-1)).toMatchObject({ from: 'them', text: 'Yes, in the yard.' })
  expect((await open(key, `?before=${talk.messages[1].id}`)).body.data.booking.talk.messages).toHaveLength(1)

  // The artist closes it to this customer.
  await artist(`/v1/conversations/${conversations[0].id}/block`, 'POST', {})
  expect((await write(key, { text: 'Hello' })).body.code).toBe('blocked')
})

test('the outbox, which operators read, has no link that works', async () => {
  const { key } = await booked()
  const stored = await rig.database.db.selectFrom('outbox').select(['body', 'html', 'attachments']).execute()
  expect(JSON.stringify(stored)).toContain('/customer-dashboard/receipts/')
  expect(JSON.stringify(stored)).not.toContain(key)
})

test('a customer with a password gets the link to their dashboard', async () => {
  const slug = `mailed-${++made}`
  await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const booking = await (await createTestVisitor(rig)).book(slug)
  await changeAccount(await getCustomerId(booking.id), { password_hash: 'set' })
  const mails = await sent()
  expect(mails.map(({ text }) => text).join()).toContain(`/customer-dashboard/receipts/${booking.payments[0].id}`)
  expect(mails.filter(({ text, html }) => link.test(`${text} ${html}`))).toEqual([])
})

test('a key opens its own booking only, and no key of another kind or with a changed letter opens any', async () => {
  const one = await booked()
  const other = await booked()
  expect(one.key).not.toBe(other.key)
  const seen = (await open(other.key)).body.data.booking
  expect(seen.appointmentId).toBe(other.booking.id)
  expect(JSON.stringify(seen)).not.toContain(one.booking.id)
  // The id of one booking with the signature of the other.
  const bytes = (key: string) => Buffer.from(key, 'base64url')
  const mixed = Buffer.concat([bytes(one.key).subarray(0, 16), bytes(other.key).subarray(16)]).toString('base64url')
  const forged = `${one.key.slice(0, -1)}${one.key.endsWith('A') ? 'B' : 'A'}`
  for (const key of [mixed, forged, one.booking.shareKey]) {
    expect((await open(key)).body.code).toBe('not_found')
    expect((await write(key, { text: 'Hello' })).body.code).toBe('not_found')
  }
  expect((await rig.call(`/v1/run-sheets/${one.key}`)).status).toBe(404)
})

test('the link works until 30 days after the event', async () => {
  const { booking, key } = await booked()
  const end = Date.parse(booking.endsAt) + MAILED_LINK_DAYS * DAY_MS
  rig.at(new Date(end - 60_000))
  expect((await open(key)).status).toBe(200)
  rig.at(new Date(end))
  expect((await open(key)).body.code).toBe('not_found')
  expect((await write(key, { text: 'Hello' })).body.code).toBe('not_found')
})

test('the link opens nothing once the account is suspended or deleted, or has another address', async () => {
  const { key, customerId } = await booked()
  const { email } = await rig.database.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const before = { suspended_at: null, suspended_reason: null, deleted_at: null, email }
  for (const change of [
    { suspended_at: testNow, suspended_reason: 'Fraud' },
    { deleted_at: testNow },
    { email: `corrected-${customerId}@mail.example` },
  ]) {
    await changeAccount(customerId, change)
    expect([change, (await open(key)).body.code]).toEqual([change, 'not_found'])
    expect([change, (await write(key, { text: 'Hello' })).body.code]).toEqual([change, 'not_found'])
    await changeAccount(customerId, before)
  }
  expect((await open(key)).status).toBe(200)
})
