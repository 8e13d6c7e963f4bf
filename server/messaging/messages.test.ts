import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { closeConversation, addBookedMessages, addSystemMessage } from './events.ts'
import { isBlocked } from './blocks.ts'
import { notifyUnreadMessages } from './messages.ts'

let rig: TestRig
let [ana, mia, olu, searchId, profileId, accountOfMia] = ['', '', '', '', '', '']
let calls = 0
const bearerOf = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: `127.32.0.${++calls}`,
    })
  ).body.data.token
const ctxAt = (at = testNow) => ({ ...createJobContext(rig, 'test'), now: at })
const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
let between: { searchId: string; accountId: string; providerId: string }
let id = ''
const call = (path: string, bearer: string | undefined, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
  rig.call(`/v1/conversations${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(bearer ? { bearer } : {}),
    address: `127.32.1.${++calls % 250}`,
  })
const read = async (bearer: string) => (await call(`/${id}`, bearer)).body.data
const clear = async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('conversation').execute()
  await rig.database.db.deleteFrom('block').execute()
  await rig.database.db.deleteFrom('push_subscription').execute()
  await rig.database.db.deleteFrom('live_event').execute()
}
const outbox = () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['channel', 'kind', 'address', 'subject', 'body', 'state'])
    .orderBy('created_at')
    .execute()

beforeAll(async () => {
  rig = await openRig()
  const { db } = rig.database
  ;[ana, mia, olu] = (await Promise.all(['ana', 'mia', 'olu'].map((who) => bearerOf(`${who}@primp.test`)))) as [
    string,
    string,
    string,
  ]
  const own = await db
    .selectFrom('search')
    .innerJoin('account', 'account.id', 'search.account_id')
    .select(['search.id', 'account.id as account'])
    .where('email', '=', 'ana@primp.test')
    .executeTakeFirstOrThrow()
  const provider = await db
    .selectFrom('provider')
    .select(['id', 'account_id'])
    .where('slug', '=', 'mia-hollis')
    .executeTakeFirstOrThrow()
  ;[searchId, profileId, accountOfMia] = [own.id, provider.id, provider.account_id ?? '']
  between = { searchId, accountId: own.account, providerId: profileId }
})
beforeEach(async () => {
  await clear()
  id = await ctxAt().transaction((ctx) => addSystemMessage(ctx, { ...between, kind: 'request' }))
})
afterAll(clear)

describe('Conversations', () => {
  test('a request opens one conversation, and each side sees the permitted form of the other’s name', async () => {
    const again = await ctxAt().transaction((ctx) =>
      addSystemMessage(ctx, { ...between, kind: 'offer', values: { total: '£552', people: '5 people' } }),
    )
    expect(again).toBe(id)
    const [hers] = (await call('?side=customer', ana)).body.data.conversations
    expect(hers).toMatchObject({
      id,
      side: 'customer',
      with: { name: 'Mia Hollis', slug: 'mia-hollis' },
      event: 'Wedding',
      masked: true,
      unread: 2,
      last: { kind: 'offer', slots: { total: '£552' } },
    })
    const [theirs] = (await call('?side=provider', mia)).body.data.conversations
    expect(theirs.with.name).toMatch(/^\w+ [A-Z]\.$/)
    expect((await read(ana)).messages.map(({ from, kind }: { from: string; kind: string }) => [from, kind])).toEqual([
      ['system', 'request'],
      ['system', 'offer'],
    ])
  })

  test('contact details are hidden until there is a booking, which reveals them in earlier messages', async () => {
    const text = 'Ring me on 07700 900 123 or mia@hollis.example'
    await call(`/${id}/messages`, mia, { text })
    const before = (await read(ana)).messages.at(-1)
    expect(before.masked).toBe(true)
    expect(before.text).not.toMatch(/07700|hollis/)
    expect((await call('?side=customer', ana)).body.data.conversations[0].last.text).not.toMatch(/07700|hollis/)
    await ctxAt().transaction((ctx) => addBookedMessages(ctx, [{ ...between, values: {} }]))
    expect((await read(ana)).messages.at(-2)).toMatchObject({ text, masked: false })
    expect((await read(ana)).conversation.masked).toBe(false)
  })

  test('a conversation shows the number of unread messages, and how far the other side has read', async () => {
    const { id: first } = (await call(`/${id}/messages`, mia, { text: 'Hello' })).body.data.message
    const { id: second } = (await call(`/${id}/messages`, mia, { text: 'Are you there?' })).body.data.message
    const listed: { unread: number }[] = (await call('?side=customer', ana)).body.data.conversations
    const total = listed.reduce((sum, { unread }) => sum + unread, 0)
    expect(total).toBeGreaterThanOrEqual(2)
    expect((await call('/unread', ana)).body.data).toEqual({ customer: total, provider: 0 })
    expect((await call('/unread', mia)).body.data).toEqual({ customer: 0, provider: 0 })
    expect((await call(`/${id}/read`, ana, { messageId: first })).body.data).toEqual({ unread: 1 })
    expect((await read(mia)).readByThem.id).toBe(first)
    expect((await call(`/${id}/read`, ana, { messageId: 999_999_999 })).body.data).toEqual({ unread: 0 })
    await call(`/${id}/read`, ana, { messageId: first })
    expect((await read(mia)).readByThem.id).toBe(second)
    expect((await call('/unread', ana)).body.data.customer).toBe(0)
  })

  test('earlier messages are loaded page by page', async () => {
    for (let i = 0; i < 34; i++)
      await rig.database.db
        .insertInto('message')
        .values({ conversation_id: id, side: 'provider', text: `line ${i}`, at: later(i) })
        .execute()
    const last = await read(ana)
    expect(last.messages).toHaveLength(30)
    expect(last.earlier).toBe(true)
    const earlier = (await call(`/${id}?before=${last.messages[0].id}`, ana)).body.data
    expect(earlier.messages.map(({ text }: { text: string }) => text).slice(1)).toEqual([
      'line 0',
      'line 1',
      'line 2',
      'line 3',
    ])
    expect(earlier.earlier).toBe(false)
  })

  test('nobody else has any access to a conversation', async () => {
    for (const [path, body, method] of [
      ['', undefined, 'GET'],
      ['/messages', { text: 'x' }, 'POST'],
      ['/read', { messageId: 1 }, 'POST'],
      ['/report', { reason: 'x' }, 'POST'],
      ['/block', {}, 'POST'],
      ['/block', undefined, 'DELETE'],
    ] as const) {
      expect((await call(`/${id}${path}`, olu, body, method)).body.code, path).toBe('not_found')
      expect((await call(`/${id}${path}`, undefined, body, method)).body.code, path).toBe('not_signed_in')
      expect((await call(`/${randomUUID()}${path}`, ana, body, method)).body.code, path).toBe('not_found')
    }
    expect((await call('?side=customer', olu)).body.data.conversations).toEqual([])
  })

  test('an empty or too long message, someone else’s picture, and a message after the end are refused', async () => {
    expect((await call(`/${id}/messages`, ana, { text: '  ' })).body).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'text' }],
    })
    expect((await call(`/${id}/messages`, ana, { text: 'x'.repeat(4001) })).status).toBe(400)
    expect(
      (await call(`/${id}/messages`, ana, { text: '', pictures: ['https://elsewhere.example/x.jpg'] })).status,
    ).toBe(400)
    expect(
      (
        await call(`/${id}/messages`, ana, {
          text: '',
          pictures: ['/pictures/messages/AAAAAAAAAAAAAAAAAAAAAA/1200.webp'],
        })
      ).body.code,
    ).toBe('not_found')
    await ctxAt().transaction((ctx) => closeConversation(ctx, between))
    expect((await call(`/${id}/messages`, ana, { text: 'Hello?' })).body.code).toBe('conversation_closed')
    expect((await read(ana)).conversation.state).toBe('closed')
  })

  test('a message carries pictures that its author uploaded, and no others', async () => {
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a52' } })
      .png()
      .toBuffer()
    const up = await rig.call('/v1/uploads', {
      method: 'POST',
      bearer: ana,
      body: { fileName: 'messages', dataUri: `data:image/png;base64,${png.toString('base64')}` },
    })
    const { fileUrl } = up.body.data
    expect((await call(`/${id}/messages`, mia, { pictures: [fileUrl] })).body.code).toBe('not_yours')
    expect((await call(`/${id}/messages`, ana, { pictures: [fileUrl] })).body.data.message.pictures).toMatchObject([
      { src: fileUrl },
    ])
    expect(
      (await rig.database.db.selectFrom('upload').select('used_at').execute()).some(({ used_at }) => used_at),
    ).toBe(true)
    await rig.database.db.deleteFrom('upload').execute()
  })

  test('a blocked conversation stays silent until the block is removed by the side that set it', async () => {
    expect((await call(`/${id}/block`, ana, {})).body.data.conversation.blocked).toEqual({ byYou: true, byThem: false })
    for (const who of [ana, mia])
      expect((await call(`/${id}/messages`, who, { text: 'Hello' })).body.code).toBe('blocked')
    expect(await isBlocked(rig.database.db, between.accountId, profileId)).toBe(true)
    await call(`/${id}/block`, mia, undefined, 'DELETE')
    expect((await read(mia)).conversation.blocked).toEqual({ byYou: false, byThem: true })
    await call(`/${id}/block`, ana, undefined, 'DELETE')
    expect((await call(`/${id}/messages`, mia, { text: 'Hello' })).status).toBe(200)
    expect(await isBlocked(rig.database.db, between.accountId, profileId)).toBe(false)
  })

  test('a last name that begins with an emoji is shortened to this emoji', async () => {
    const { db } = rig.database
    const nameAna = (name: string) =>
      db.updateTable('account').set({ name }).where('id', '=', between.accountId).execute()
    const { name } = await db
      .selectFrom('account')
      .select('name')
      .where('id', '=', between.accountId)
      .executeTakeFirstOrThrow()
    await nameAna('Ana 🦋lind')
    const blocked = await rig.call(`/v1/conversations/${id}/block`, {
      method: 'POST',
      body: {},
      bearer: mia,
      headers: { 'idempotency-key': 'block-emoji' },
    })
    expect([blocked.status, blocked.body.data.conversation.with.name]).toEqual([200, 'Ana 🦋.'])
    await call(`/${id}/block`, mia, undefined, 'DELETE')
    await nameAna(name)
  })

  test('a conversation is reported once, and every operator is notified', async () => {
    await call(`/${id}/report`, ana, { reason: 'They asked me to pay elsewhere' })
    await call(`/${id}/report`, ana, { reason: 'Again' })
    expect(
      await rig.database.db
        .selectFrom('report')
        .select(['by_side', 'reason', 'state'])
        .where('conversation_id', '=', id)
        .execute(),
    ).toEqual([{ by_side: 'customer', reason: 'They asked me to pay elsewhere', state: 'open' }])
    expect((await outbox()).filter(({ kind }) => kind === 'op.person.reported')).toMatchObject([
      { channel: 'mail', subject: 'A person was reported' },
    ])
    expect((await call(`/${id}/report`, ana, { reason: ' ' })).status).toBe(400)
  })
})

describe('Message notices', () => {
  const mails = async () =>
    (await outbox()).filter(({ kind, channel }) => kind.startsWith('message.new') && channel === 'mail')

  test('one email covers all messages of fifteen minutes, and is never repeated', async () => {
    await call(`/${id}/messages`, mia, { text: 'Hello from mia@hollis.example\nSecond line' })
    await notifyUnreadMessages(ctxAt(later(14)))
    expect(await mails()).toEqual([])
    await call(`/${id}/messages`, mia, { text: 'And another thing' })
    await Promise.all([notifyUnreadMessages(ctxAt(later(15))), notifyUnreadMessages(ctxAt(later(15)))])
    await notifyUnreadMessages(ctxAt(later(40)))
    expect(await mails()).toMatchObject([
      { kind: 'message.new.customer', address: 'ana@primp.test', subject: 'Mia Hollis wrote to you' },
    ])
    expect((await mails())[0]?.body).toContain('Hello from')
    expect((await mails())[0]?.body).not.toMatch(/hollis\.example|Second line/)
  })

  test('no email is sent while the conversation is open', async () => {
    const { id: messageId } = (await call(`/${id}/messages`, mia, { text: 'Hello' })).body.data.message
    await call(`/${id}/read`, ana, { messageId })
    await notifyUnreadMessages(ctxAt(later(60)))
    expect(await mails()).toEqual([])
  })

  test('open pages are notified at once, unless the conversation is on screen', async () => {
    await rig.database.db
      .insertInto('push_subscription')
      .values({
        account_id: accountOfMia,
        endpoint: 'https://fcm.googleapis.com/x',
        p256dh: 'x',
        auth: 'y',
        device: '',
      })
      .execute()
    const pushes = async () => (await outbox()).filter(({ channel }) => channel === 'push').length
    await call(`/${id}/messages`, ana, { text: 'Hello' })
    expect(await pushes()).toBe(1)
    await call(`/${id}/read`, mia, { messageId: 999_999_999 })
    await call(`/${id}/messages`, ana, { text: 'Still there?' })
    expect(await pushes()).toBe(1)
  })
})
