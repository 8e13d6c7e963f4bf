import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verificationChecks } from '#contract/signup/verification.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { createTestClient } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { purgeAppeals } from './appeals.ts'

type Answer = Awaited<ReturnType<TestRig['call']>>
type Call = (path: string, method?: string, body?: unknown) => Promise<Answer>

const allTicked = Object.fromEntries(verificationChecks.map((check) => [check, true]))
let rig: TestRig
let olu: Call
let una: Call
let artists = 0
const words = 'The certificate is the newest one that there is, and my married name stands on it.'

const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  const { db } = rig.database
  const idOf = async (email: string) =>
    (await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst())?.id
  olu = await createTestClient(rig, (await idOf('olu@primp.test')) ?? '')
  const other =
    (await idOf('uma@primp.example')) ??
    (
      await db
        .insertInto('account')
        .values({
          email: 'uma@primp.example',
          name: 'Uma Reyes',
          roles: ['customer', 'operator'],
          duties: ['verification'],
          email_verified_at: testNow,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  una = await createTestClient(rig, other)
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').where('kind', 'like', 'appeal.%').execute()
})

async function artist() {
  const slug = `appealing-${++artists}`
  const own = await createTestProviderWithAccount(rig, { slug })
  await rig.database.db.updateTable('account').set({ name: 'Ife Stone' }).where('id', '=', own.accountId).execute()
  return { ...own, call: (await createTestClient(rig, own.accountId)) as Call }
}
type Own = Awaited<ReturnType<typeof artist>>
async function refused(own: Own): Promise<string> {
  const paper = { kind: 'insurance', holder: 'Ife Stone', pictures: [await picture()], consent: true }
  const { data } = (await own.call('/v1/providers/me/documents', 'POST', paper)).body
  const { documents } = data.checks.find(({ kind }: { kind: string }) => kind === 'insurance')
  const { id } = documents.find(({ state }: { state: string }) => state === 'pending')
  await olu(`/v1/operator/documents/${id}/refuse`, 'POST', { refusal: 'name', note: 'Another surname.' })
  return id
}
const appeal = (own: Own, body: object) => own.call('/v1/providers/me/appeals', 'POST', { words, ...body })
const decide = (by: Call, id: string, uphold: boolean) =>
  by(`/v1/operator/appeals/${id}/decide`, 'POST', { uphold, answer: 'We have looked at it again.' })
const stateOf = async (own: Own) =>
  (await rig.database.db.selectFrom('provider').select('state').where('id', '=', own.id).executeTakeFirstOrThrow())
    .state
const told = async (own: Own) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'body'])
      .where('account_id', '=', own.accountId)
      .where('kind', 'like', 'appeal.%')
      .execute()
  ).map(({ kind, body }) => `${kind} ${body}`)

describe('Appeals', () => {
  test('an artist can have one appeal at a time against a refused document; another operator decides, and others check again', async () => {
    const own = await artist()
    const documentId = await refused(own)
    const { open } = (await own.call('/v1/providers/me/appeals')).body.data
    expect(open).toMatchObject([
      {
        kind: 'document',
        documentId,
        label: 'Public liability insurance',
        reason: expect.stringContaining('Another surname.'),
      },
    ])
    const pictures = [await picture()]
    const sent = await appeal(own, { kind: 'document', documentId, pictures })
    expect(sent.body.data).toMatchObject({
      open: [],
      appeals: [{ words, decision: null, files: [expect.any(String)] }],
    })
    expect((await appeal(own, { kind: 'document', documentId })).body.code).toBe('appeal_open')
    const { id, files } = sent.body.data.appeals[0]
    const shown = (await olu('/v1/operator/appeals')).body.data.appeals.find((one: { id: string }) => one.id === id)
    expect(shown).toMatchObject({ yours: false, decidedAgainstBy: 'Olu Bankole-Reed', artist: { id: own.id } })
    expect((await decide(olu, id, true)).body.code).toBe('second_operator_required')
    const other = await artist()
    expect((await other.call(`/v1/providers/me/appeals/files/${files[0]}`)).body.code).toBe('not_found')
    expect((await own.call(`/v1/providers/me/appeals/files/${files[0]}`)).status).toBe(200)
    expect((await own.call(`/v1/operator/appeals/files/${files[0]}`)).body.code).toBe('not_yours')
    expect((await una(`/v1/operator/appeals/files/${files[0]}`)).headers.get('content-type')).toBe('image/jpeg')
    expect((await decide(una, id, true)).body.data.appeal).toMatchObject({ decision: { upheld: true } })
    expect((await decide(una, id, true)).body.code).toBe('state_changed')
    expect(await told(own)).toEqual([expect.stringContaining('appeal.upheld')])
    const accept = (by: Call) => by(`/v1/operator/documents/${documentId}/accept`, 'POST', {})
    expect((await accept(olu)).body.code).toBe('second_operator_required')
    expect((await accept(una)).body.data).toMatchObject({ state: 'accepted' })
  })

  test('the artist is notified of a dismissed appeal, which changes nothing and cannot be repeated', async () => {
    const own = await artist()
    const documentId = await refused(own)
    const { id } = (await appeal(own, { kind: 'document', documentId })).body.data.appeals[0]
    await decide(una, id, false)
    const { appeals, open } = (await own.call('/v1/providers/me/appeals')).body.data
    expect(appeals[0].decision).toMatchObject({ upheld: false, answer: 'We have looked at it again.' })
    expect(open).toEqual([])
    expect(await told(own)).toEqual([expect.stringContaining('We have looked at it again.')])
    expect((await appeal(own, { kind: 'document', documentId })).body.code).toBe('appeal_closed')
  })

  test('an appeal against a rejected profile opens a new round for another operator', async () => {
    const own = await artist()
    const { db } = rig.database
    const { id: round } = await db
      .insertInto('verification')
      .values({ provider_id: own.id, round: 1, submitted_at: testNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('provider').set({ state: 'submitted' }).where('id', '=', own.id).execute()
    await olu(`/v1/operator/verification/${round}/reject`, 'POST', { reason: 'The faces differ.' })
    const sent = await appeal(own, { kind: 'verification' })
    expect(sent.body.data.appeals[0].against).toMatchObject({ kind: 'verification', reason: 'The faces differ.' })
    const { id } = sent.body.data.appeals[0]
    expect((await decide(olu, id, true)).body.code).toBe('second_operator_required')
    await decide(una, id, true)
    expect(await stateOf(own)).toBe('submitted')
    const again = await db
      .selectFrom('verification')
      .select('id')
      .where('provider_id', '=', own.id)
      .where('round', '=', 2)
      .executeTakeFirstOrThrow()
    const approve = (by: Call) => by(`/v1/operator/verification/${again.id}/approve`, 'POST', { checks: allTicked })
    expect((await approve(olu)).body.code).toBe('second_operator_required')
    expect((await approve(una)).body.data).toMatchObject({ decision: 'approved' })
    const badge = (await rig.call(`/v1/@/${own.slug}/checks`)).body.data
    expect(badge).toMatchObject({ verified: true, standing: [{ kind: 'identity', validUntil: null }] })
  })

  test('an appeal against a suspension ends it', async () => {
    const own = await artist()
    const was = await stateOf(own)
    await olu(`/v1/operator/providers/${own.id}/suspend`, 'POST', { reason: 'Somebody said so.' })
    const sent = await appeal(own, { kind: 'suspension' })
    expect(sent.body.data.appeals[0].against).toMatchObject({ kind: 'suspension', reason: 'Somebody said so.' })
    await decide(una, sent.body.data.appeals[0].id, true)
    expect(await stateOf(own)).toBe(was)
    const story = (await olu(`/v1/operator/story?providerId=${own.id}`)).body.data.entries
    expect(story.map(({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`)).toEqual(
      expect.arrayContaining(['appeal upheld', 'act appeal.uphold: We have looked at it again.']),
    )
  })

  test('an appeal is refused if there is no decision, or if another person makes it', async () => {
    const own = await artist()
    for (const kind of ['document', 'verification', 'suspension'])
      expect((await appeal(own, { kind })).body.code).toBe('appeal_closed')
    expect((await appeal(own, { kind: 'suspension', words: 'No.' })).body.code).toBe('invalid_input')
    const others = await artist()
    const documentId = await refused(others)
    expect((await appeal(own, { kind: 'document', documentId })).body.code).toBe('appeal_closed')
    expect((await own.call('/v1/operator/appeals')).body.code).toBe('not_yours')
    expect((await decide(own.call, documentId, true)).body.code).toBe('not_yours')
    expect((await decide(una, documentId, true)).body.code).toBe('not_found')
  })

  test('an appeal is deleted two years after its decision, with its pictures', async () => {
    const own = await artist()
    const documentId = await refused(own)
    const sent = await appeal(own, { kind: 'document', documentId, pictures: [await picture()] })
    const { id } = sent.body.data.appeals[0]
    await decide(una, id, false)
    const { file } = await rig.database.db
      .selectFrom('appeal_file')
      .select('file')
      .where('appeal_id', '=', id)
      .executeTakeFirstOrThrow()
    const left = async (days: number) => {
      rig.at(new Date(testNow.getTime() + days * 86_400_000))
      await purgeAppeals(createJobContext(rig, 'test'))
      return rig.database.db.selectFrom('appeal').select('id').where('id', '=', id).executeTakeFirst()
    }
    expect(await left(729)).toEqual({ id })
    expect(await left(731)).toBeUndefined()
    expect(await getFileStore(rig.env).get(file)).toBeNull()
  })
})
