import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { addBookedMessages, addSystemMessage } from './events.ts'
import { countQuestions } from '#server/offers/signals.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const minutes = (n: number) => rig.at(new Date(testNow.getTime() + n * 60_000))
let people = 0
/** Creates a signed-in customer, with a verified address if `proven`. */
async function member({ proven = true } = {}) {
  const email = `asks-${++people}-${process.pid}@question.example`
  const { id } = await rig.database.db
    .insertInto('account')
    .values({ email, name: 'Nia Okafor', roles: ['customer'], email_verified_at: proven ? testNow : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, call: await createTestClient(rig, id) }
}
async function artistOf(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  return { ...artist, call: await createTestClient(rig, artist.accountId) }
}
const ask = (who: Awaited<ReturnType<typeof member>>, slug: string, text = 'Do you do gel nails?') =>
  who.call(`/v1/artists/${slug}/questions`, 'POST', { text })

test('a question opens one masked conversation, which the first booking continues', async () => {
  const artist = await artistOf('questioned')
  const nia = await member()
  const asked = await ask(nia, 'questioned', 'Do you travel? Ring me: 07700 900 123')
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const { conversationId } = asked.body.data
  expect((await ask(nia, 'questioned', 'And on Sundays?')).body.data.conversationId).toBe(conversationId)
  const [theirs] = (await artist.call('/v1/conversations?side=provider')).body.data.conversations
  expect(theirs).toMatchObject({ id: conversationId, eventDate: null, place: '', masked: true, unread: 2 })
  const { messages } = (await artist.call(`/v1/conversations/${conversationId}`)).body.data
  expect(messages[0].text).not.toMatch(/07700/)
  await artist.call(`/v1/conversations/${conversationId}/messages`, 'POST', { text: 'Yes, and on Sundays.' })
  expect((await nia.call('/v1/artists/questioned/conversation')).body.data).toMatchObject({ conversationId })
  expect((await nia.call(`/v1/conversations/${conversationId}/booking`)).body.data).toEqual({ booking: null })

  const { id: searchId } = await createTestVisitor(rig)
  const between = { searchId, accountId: nia.id, providerId: artist.id }
  const ctx = createJobContext(rig, 'test')
  await ctx.transaction((tx) => addSystemMessage(tx, { ...between, kind: 'request' }))
  await ctx.transaction((tx) => addBookedMessages(tx, [{ ...between, values: {} }]))
  const rows = await rig.database.db
    .selectFrom('conversation')
    .select(['id', 'search_id'])
    .where('account_id', '=', nia.id)
    .execute()
  expect(rows).toEqual([{ id: conversationId, search_id: searchId }])
  const after = (await nia.call(`/v1/conversations/${conversationId}`)).body.data
  expect(after.conversation).toMatchObject({ masked: false, eventDate: '2027-06-12' })
  expect(after.messages[0].text).toMatch(/07700 900 123/)
  expect((await ask(nia, 'questioned', 'Shall I wash my hair?')).body.data.conversationId).toBe(conversationId)
})

test('a question is refused from an unknown, unverified or blocked sender, the artist, or after too many', async () => {
  const artist = await artistOf('asked-much')
  const nia = await member()
  expect((await rig.call('/v1/artists/asked-much/questions', { method: 'POST', body: { text: 'Hi' } })).status).toBe(
    401,
  )
  expect((await ask(nia, 'no-such-artist')).body.code).toBe('not_found')
  expect((await ask(nia, 'asked-much', '  ')).body.code).toBe('invalid_input')
  expect((await ask(await member({ proven: false }), 'asked-much')).body.code).toBe('email_confirmation_required')
  expect((await artist.call('/v1/artists/asked-much/questions', 'POST', { text: 'Hi' })).body.code).toBe('own_profile')
  const other = await member()
  const { conversationId } = (await ask(other, 'asked-much')).body.data
  expect((await nia.call(`/v1/conversations/${conversationId}`)).body.code).toBe('not_found')
  await artist.call(`/v1/conversations/${conversationId}/block`, 'POST', {})
  expect((await ask(other, 'asked-much')).body.code).toBe('blocked')
  for (let i = 0; i < 10; i++) {
    await artistOf(`many-${i}`)
    minutes(i)
    const { status, body } = await ask(nia, `many-${i}`)
    expect(status, `${i} ${JSON.stringify(body)}`).toBe(200)
  }
  expect((await ask(nia, 'asked-much')).body.code).toBe('too_many_questions')
  expect((await ask(nia, 'many-0', 'Still there?')).status).toBe(200)
  minutes(24 * 60 + 30)
  expect((await ask(nia, 'asked-much')).status).toBe(200)
  const { id } = await rig.database.db
    .selectFrom('provider')
    .select('id')
    .where('slug', '=', 'many-0')
    .executeTakeFirstOrThrow()
  const twice = { account_id: nia.id, provider_id: id, asked_at: testNow }
  await expect(rig.database.db.insertInto('conversation').values(twice).execute()).rejects.toThrow(/unique|duplicate/)
})

test('a question counts once towards the answer time: with its first answer, or as unanswered after two days', async () => {
  const artist = await artistOf('measured')
  const signals = () =>
    rig.database.db
      .selectFrom('provider')
      .select(['answer_minutes', 'answered_percent'])
      .where('id', '=', artist.id)
      .executeTakeFirst()
  const askers = []
  for (let i = 0; i < 6; i++) {
    const nia = await member()
    askers.push((await ask(nia, 'measured')).body.data.conversationId as string)
  }
  for (const [i, id] of askers.slice(0, 5).entries()) {
    minutes(10 * (i + 1))
    await artist.call(`/v1/conversations/${id}/messages`, 'POST', { text: 'Yes.' })
    await artist.call(`/v1/conversations/${id}/messages`, 'POST', { text: 'And more.' })
  }
  await countQuestions(createJobContext(rig, 'test'))
  expect(await signals()).toEqual({ answer_minutes: 30, answered_percent: 100 })
  minutes(49 * 60)
  await countQuestions(createJobContext(rig, 'test'))
  await countQuestions(createJobContext(rig, 'test'))
  expect(await signals()).toEqual({ answer_minutes: 30, answered_percent: 83 })
})
