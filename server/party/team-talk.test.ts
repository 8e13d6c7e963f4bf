import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retentionDays } from '#contract/constants.ts'
import {
  createRequester,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { bookTestTeam } from '#server/testing/bookings.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { computeLimits } from '#server/operator/settings.ts'
import { purgeOldRecords } from '#server/operator/retention.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { notifyUnreadTeamMessages } from './team-talk.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  rig.at(testNow)
  return clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)

/** Chooses a team of two for a party of nine; `book` pays and returns each artist's appointment. */
async function two() {
  const uma = await createTestProviderWithAccount(rig, { slug: 'uma-talks' })
  const vera = await createTestProviderWithAccount(rig, { slug: 'vera-talks', costs: { makeup: 5_000, updo: 4_000 } })
  const who = createRequester()
  const leila = await createTestVisitor(
    rig,
    {
      services: ['makeup', 'updo'].flatMap((id) => Array.from({ length: 9 }, () => id)),
      people: [{ count: 9, services: ['makeup', 'updo'] }],
    },
    { details: who },
  )
  const made = await leila.call(`/v1/quotes/${leila.id}/teams`, 'POST', { profileIds: ['uma-talks', 'vera-talks'] })
  const { teamId } = made.body.data
  const book = async () => {
    const of = await bookTestTeam(rig, leila, teamId, { requester: who })
    return { ofUma: of(uma), ofVera: of(vera) }
  }
  const say = (text: string) => leila.call(`/v1/teams/${teamId}/messages`, 'POST', { text })
  const read = async () => (await leila.call(`/v1/teams/${teamId}/messages`)).body.data
  const asUma = await createTestClient(rig, uma.accountId)
  const asVera = await createTestClient(rig, vera.accountId)
  return { uma, vera, leila, who, teamId, book, say, read, asUma, asVera }
}
const ofTeam = (appointmentId: string) => `/v1/providers/appointments/${appointmentId}/team/messages`
const mailsTo = (accountId: string, channel: string) =>
  rig.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'team.message')
    .where('channel', '=', channel)
    .execute()

test('a booked team has a group conversation with the names of all artists', {
  timeout: 120_000,
}, async () => {
  const { book, say, read, asUma, asVera } = await two()
  const early = await say('Who brings the mirror?')
  expect({ status: early.status, code: early.body.code }).toEqual({ status: 409, code: 'conversation_closed' })
  const { ofUma, ofVera } = await book()
  expect((await say('Who brings the mirror?')).status).toBe(200)
  expect((await asUma(ofTeam(ofUma), 'POST', { text: 'I do.\nAnd the lamp.' })).status).toBe(200)
  const { messages, others, open } = (await asVera(ofTeam(ofVera))).body.data
  expect(messages).toMatchObject([
    { from: 'customer', name: 'Leila', text: 'Who brings the mirror?' },
    { from: 'artist', text: 'I do.\nAnd the lamp.' },
  ])
  expect({ others: others.length, open }).toEqual({ others: 2, open: true })
  expect((await read()).messages.map(({ from }: { from: string }) => from)).toEqual(['you', 'artist'])
  expect((await say('   ')).status).toBe(400)
})

test('an artist who has not read the conversation for fifteen minutes gets one email for all messages', {
  timeout: 120_000,
}, async () => {
  const { uma, vera, who, book, say, asUma } = await two()
  const { ofUma } = await book()
  await say('First')
  await say('Second')
  await asUma(ofTeam(ofUma))
  await notifyUnreadTeamMessages(createJobContext(rig, 'test'))
  expect(await mailsTo(vera.accountId, 'mail')).toEqual([])
  rig.at(later(16))
  await Promise.all([
    notifyUnreadTeamMessages(createJobContext(rig, 'test')),
    notifyUnreadTeamMessages(createJobContext(rig, 'test')),
  ])
  await notifyUnreadTeamMessages(createJobContext(rig, 'test'))
  const [mail, ...more] = await mailsTo(vera.accountId, 'mail')
  expect(more).toEqual([])
  expect(mail?.body).toContain('Second')
  expect(await mailsTo(uma.accountId, 'mail')).toEqual([])
  expect(await mailsTo(await getAccountId(rig, who.email), 'mail')).toEqual([])
})

test('only booked artists have access, not strangers or former members', { timeout: 120_000 }, async () => {
  const { leila, teamId, book, say, asUma, asVera } = await two()
  const { ofUma, ofVera } = await book()
  await say('The blue door')
  const stranger = await createTestVisitor(rig)
  const artist = await createTestClient(
    rig,
    (await createTestProviderWithAccount(rig, { slug: 'not-of-it' })).accountId,
  )
  for (const refused of [
    await stranger.call(`/v1/teams/${teamId}/messages`),
    await stranger.call(`/v1/teams/${teamId}/messages`, 'POST', { text: 'Hello' }),
    await artist(ofTeam(ofUma)),
    await artist(ofTeam(ofUma), 'POST', { text: 'Hello' }),
    await asVera(ofTeam(ofUma)),
  ])
    expect(refused.status).toBe(404)
  expect(
    (await asVera(`/v1/providers/appointments/${ofVera}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' }))
      .status,
  ).toBe(200)
  expect((await asVera(ofTeam(ofVera))).status).toBe(404)
  expect((await asVera(ofTeam(ofVera), 'POST', { text: 'Sorry' })).status).toBe(404)
  const { messages, others } = (await asUma(ofTeam(ofUma))).body.data
  expect({ messages: messages.length, others }).toEqual({ messages: 1, others: ['Leila'] })
  expect((await leila.call(`/v1/teams/${teamId}/messages`)).body.data.open).toBe(true)
})

test('a blocked artist cannot post to the team, and gets messages from the other artists but not from the customer', {
  timeout: 120_000,
}, async () => {
  const { uma, vera, who, book, say, asUma, asVera } = await two()
  const { ofUma, ofVera } = await book()
  const customer = await getAccountId(rig, who.email)
  await rig.database.db
    .insertInto('block')
    .values({ account_id: customer, provider_id: uma.id, by: 'customer' })
    .execute()
  expect((await asUma(ofTeam(ofUma), 'POST', { text: 'Please read this' })).body.code).toBe('blocked')
  expect((await say('Who brings the mirror?')).status).toBe(200)
  expect([await mailsTo(uma.accountId, 'push'), (await asUma(ofTeam(ofUma))).status]).toEqual([[], 200])
  expect((await asVera(ofTeam(ofVera), 'POST', { text: 'I do.' })).status).toBe(200)
  rig.at(later(16))
  await notifyUnreadTeamMessages(createJobContext(rig, 'test'))
  const bodies = (mails: { body: string }[]) => mails.map(({ body }) => body).join()
  // Both get Vera's message; only Vera gets the customer's.
  expect(bodies(await mailsTo(uma.accountId, 'mail'))).toContain('I do.')
  expect(bodies(await mailsTo(uma.accountId, 'mail'))).not.toContain('mirror')
  expect(bodies(await mailsTo(customer, 'mail'))).toContain('I do.')
  expect(await mailsTo(vera.accountId, 'mail')).toEqual([])
})

test('a message sent twice with one key is posted once', { timeout: 120_000 }, async () => {
  const { leila, teamId, book, read } = await two()
  await book()
  const path = `/v1/teams/${teamId}/messages`
  const key = createTestKey()
  const say = () => leila.call(path, 'POST', { text: 'Once' }, key)
  const both = [await say(), await say()]
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await read()).messages).toHaveLength(1)
})

test('the conversation is purged with other messages', { timeout: 120_000 }, async () => {
  const { teamId, book, say } = await two()
  const { ofUma } = await book()
  await say('The blue door')
  const { ends_at } = await rig.database.db
    .selectFrom('appointment')
    .select('ends_at')
    .where('id', '=', ofUma)
    .executeTakeFirstOrThrow()
  // Reads the rest and rolls everything back.
  const left = async (days: number) => {
    const now = new Date(ends_at.getTime() + days * 86_400_000)
    let messages = Number.NaN
    const gone = createJobContext(rig, 'test').transaction(async (tx) => {
      await purgeOldRecords(tx.db, computeLimits(now, { ...retentionDays, messages: 400 }), now)
      messages = (await tx.db.selectFrom('team_message').select('id').where('team_up_id', '=', teamId).execute()).length
      throw new Error('put back')
    })
    await expect(gone).rejects.toThrow('put back')
    return messages
  }
  expect(await left(2)).toBe(1)
  expect(await left(200)).toBe(0)
})

test('an operator sees the artists of the party, and can read the conversation for a reason, which is logged', {
  timeout: 120_000,
}, async () => {
  const { uma, vera, teamId, book, say, asUma, asVera } = await two()
  const { ofUma, ofVera } = await book()
  await say('Who brings the mirror?')
  await asUma(ofTeam(ofUma), 'POST', { text: 'I do.' })
  await asVera(`/v1/providers/appointments/${ofVera}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
  const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const { party } = (await olu(`/v1/operator/bookings/${ofUma}`)).body.data
  expect(party).toHaveLength(2)
  expect(party).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ appointmentId: ofUma, state: 'booked' }),
      expect.objectContaining({ appointmentId: ofVera, state: 'cancelled' }),
    ]),
  )
  const open = (appointmentId: string, reason: string) =>
    olu(`/v1/operator/bookings/${appointmentId}/team-talk/open`, 'POST', { reason })
  expect((await open(ofUma, '')).body.code).toBe('invalid_input')
  expect((await asUma(`/v1/operator/bookings/${ofUma}/team-talk/open`, 'POST', { reason: 'Mine' })).status).toBe(403)
  const reason = 'They quarrel about the mirror'
  const { words } = (await open(ofVera, reason)).body.data
  const name = party.find((one: { appointmentId: string }) => one.appointmentId === ofUma).name
  expect(words).toMatchObject([
    { from: 'customer', name: null, text: 'Who brings the mirror?' },
    { from: 'provider', name, text: 'I do.' },
  ])
  const { db } = rig.database
  const kept = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ act: 'conversation.read', subject_id: teamId, reason })
  const seen = await db.selectFrom('access_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(seen.account_ids).toEqual(expect.arrayContaining([uma.accountId, vera.accountId]))
  const other = await createTestProviderWithAccount(rig, { slug: 'comes-alone' })
  const { id } = await (await createTestVisitor(rig)).book(other.slug)
  expect((await olu(`/v1/operator/bookings/${id}`)).body.data.party).toEqual([])
  expect((await open(id, reason)).body.code).toBe('not_found')
})
