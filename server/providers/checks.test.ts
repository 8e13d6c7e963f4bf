import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { purgeDocuments, remindDocuments } from './documents.ts'

type Answer = Awaited<ReturnType<TestRig['call']>>
type Call = (path: string, method?: string, body?: unknown) => Promise<Answer>

let rig: TestRig
let olu: Call
let una: Call
let oluId: string
let artists = 0
const made: string[] = []
const day = (n: number) => new Date(testNow.getTime() + n * 86_400_000)
const dateOf = (n: number) => day(n).toISOString().slice(0, 10)

const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`

async function operator(email: string): Promise<string> {
  const { db } = rig.database
  const known = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  if (known) return known.id
  const { id } = await db
    .insertInto('account')
    .values({
      email,
      name: 'Una Frost',
      roles: ['customer', 'operator'],
      duties: ['verification'],
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  made.push(id)
  return id
}

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  oluId = await operator('olu@primp.test')
  olu = await createTestClient(rig, oluId)
  una = await createTestClient(rig, await operator('una@primp.example'))
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  const { db } = rig.database
  await db.deleteFrom('artist_document').where('decided_by', 'is not', null).where('sent_at', '>=', testNow).execute()
  await clearTestTown(rig)
  await db
    .updateTable('market_check')
    .set({ asked: 'wanted', holds_months: 12 })
    .where('country_code', '=', 'GB')
    .where('kind', '=', 'insurance')
    .execute()
  await db.deleteFrom('outbox').where('kind', 'like', 'document.%').execute()
})

/** Creates a signed-in artist, with a verified identity if `identity`. */
async function artist({ identity = true } = {}) {
  const slug = `checked-${++artists}`
  const own = await createTestProviderWithAccount(rig, { slug })
  await rig.database.db.updateTable('account').set({ name: 'Ife Stone' }).where('id', '=', own.accountId).execute()
  if (identity)
    await rig.database.db
      .insertInto('artist_document')
      .values({
        provider_id: own.id,
        kind: 'identity',
        holder: 'Ife Stone',
        state: 'accepted',
        sent_at: testNow,
        decided_at: testNow,
      })
      .execute()
  return { ...own, slug, call: (await createTestClient(rig, own.accountId)) as Call }
}
const paper = async (more: object = {}) => ({
  kind: 'insurance',
  holder: 'Ife Stone',
  number: 'PL-4711',
  issuer: 'Hearth Mutual',
  expiresOn: dateOf(300),
  pictures: [await picture()],
  consent: true,
  ...more,
})
type Own = Awaited<ReturnType<typeof artist>>
async function sent(own: Own, more: object = {}): Promise<string> {
  const { body, status } = await own.call('/v1/providers/me/documents', 'POST', await paper(more))
  expect(status, JSON.stringify(body)).toBe(200)
  const kind = (more as { kind?: string }).kind ?? 'insurance'
  return ofKind(body.data, kind).documents.find(({ state }) => state === 'pending')?.id ?? ''
}
const ofKind = (own: { checks: { kind: string }[] }, kind: string) =>
  own.checks.find((check) => check.kind === kind) as never as {
    stands: boolean
    standsUntil: string | null
    documents: { id: string; state: string; files: string[]; refusal: string | null; note: string }[]
  }
const decide = (by: Call, id: string, act: 'accept' | 'refuse', body: object = {}) =>
  by(`/v1/operator/documents/${id}/${act}`, 'POST', body)
const badge = async (slug: string) => (await rig.call(`/v1/@/${slug}/checks`)).body.data
const verified = async (slug: string) => (await rig.call(`/v1/@/${slug}`)).body.data.verified as boolean
const mails = (accountId: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'subject', 'body'])
    .where('account_id', '=', accountId)
    .where('channel', '=', 'mail')
    .where('kind', 'like', 'document.%')
    .orderBy('created_at')
    .execute()

describe('Documents', () => {
  test('a document is sent by the artist, accepted by an operator, and shown on the page until it expires', async () => {
    const own = await artist()
    expect((await badge(own.slug)).standing.map(({ kind }: { kind: string }) => kind)).toEqual(['identity'])
    const id = await sent(own)
    expect((await own.call('/v1/providers/me/documents', 'POST', await paper())).body.code).toBe('document_pending')
    const { body } = await olu(`/v1/operator/documents/${id}`)
    expect(body.data).toMatchObject({ risks: [], yours: true, wouldHoldUntil: dateOf(300), row: { state: 'pending' } })
    expect((await decide(olu, id, 'accept')).body.data).toMatchObject({
      state: 'accepted',
      decidedBy: 'Olu Bankole-Reed',
    })
    const shown = await badge(own.slug)
    expect(shown).toMatchObject({ verified: true, missing: [{ kind: 'background' }, { kind: 'qualification' }] })
    expect(shown.standing[1]).toMatchObject({
      kind: 'insurance',
      label: 'Public liability insurance',
      checkedOn: dateOf(0),
      validUntil: dateOf(300),
    })
    // The page names the operator's role, never a name or number.
    expect(JSON.stringify(shown)).not.toMatch(/Olu|PL-4711|Hearth/)
    rig.at(day(300))
    expect((await badge(own.slug)).standing).toHaveLength(2)
    rig.at(day(301))
    expect((await badge(own.slug)).standing).toHaveLength(1)
    const late: Call = await createTestClient(rig, own.accountId)
    expect(ofKind((await late('/v1/providers/me/checks')).body.data, 'insurance')).toMatchObject({
      stands: false,
      documents: [{ state: 'expired' }],
    })
    expect((await mails(own.accountId)).map(({ kind }) => kind)).toEqual(['document.accepted'])
  })

  test('the artist sees why a document was refused, and an acceptance can be revoked', async () => {
    const own = await artist()
    const id = await sent(own)
    expect((await decide(olu, id, 'refuse', { refusal: 'other' })).body).toMatchObject({
      code: 'reason_missing',
      errors: [{ path: 'note' }],
    })
    expect((await decide(olu, id, 'refuse', { refusal: 'unreadable', note: 'Blurred.' })).status).toBe(200)
    expect((await decide(olu, id, 'accept')).body.code).toBe('state_changed')
    expect(ofKind((await own.call('/v1/providers/me/checks')).body.data, 'insurance').documents[0]).toMatchObject({
      state: 'refused',
      refusal: 'unreadable',
      note: 'Blurred.',
    })
    const [mail] = await mails(own.accountId)
    expect(mail?.body).toContain('Send a sharp picture of the whole document. Our note: Blurred.')
    const again = await sent(own)
    await decide(olu, again, 'accept')
    expect((await badge(own.slug)).standing).toHaveLength(2)
    await decide(olu, again, 'refuse', { refusal: 'withdrawn' })
    expect((await badge(own.slug)).standing).toHaveLength(1)
  })

  test('a document is refused if it is not required, has expired, lacks a picture or is of another type', async () => {
    const own = await artist()
    const send = async (more: object) =>
      (await own.call('/v1/providers/me/documents', 'POST', await paper(more))).body.code
    expect(await send({ kind: 'hygiene' })).toBe('check_not_required')
    expect(await send({ expiresOn: dateOf(-1) })).toBe('document_expired')
    expect(await send({ pictures: [] })).toBe('invalid_input')
    expect(await send({ pictures: ['data:text/plain;base64,aGVsbG8='] })).toBe('file_type')
    expect(await send({ consent: false })).toBe('invalid_input')
    const id = await sent(own, { expiresOn: dateOf(5), kind: 'background' })
    rig.at(day(6))
    expect((await decide(await createTestClient(rig, oluId), id, 'accept')).body.code).toBe('document_expired')
  })

  test('only the artist and checking operators see a document, and each access is logged', async () => {
    const [own, other] = [await artist(), await artist()]
    const id = await sent(own)
    const [file] = ofKind((await own.call('/v1/providers/me/checks')).body.data, 'insurance').documents[0]?.files ?? []
    const at = `/v1/providers/me/documents/files/${file}`
    expect((await own.call(at)).headers.get('content-type')).toBe('image/jpeg')
    expect((await other.call(at)).body.code).toBe('not_found')
    expect((await rig.call(at)).body.code).toBe('not_signed_in')
    expect((await other.call(`/v1/providers/me/documents/${id}/take-back`, 'POST', {})).body.code).toBe('not_found')
    expect((await other.call(`/v1/operator/documents/files/${file}`)).body.code).toBe('not_yours')
    const money = await rig.database.db
      .insertInto('account')
      .values({ email: `money${id}@primp.example`, name: 'M', roles: ['customer', 'operator'], duties: ['money'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const theirs = await createTestClient(rig, money.id)
    for (const path of [`files/${file}`, id])
      expect((await theirs(`/v1/operator/documents/${path}`)).body.code).toBe('duty_required')
    expect((await decide(theirs, id, 'accept')).body.code).toBe('duty_required')
    expect((await olu(`/v1/operator/documents/files/${file}`)).headers.get('cache-control')).toBe('private, no-store')
    const looks = await rig.database.db
      .selectFrom('access_log')
      .select(['what', 'operator_id', 'account_ids'])
      .where('subject_id', '=', file ?? '')
      .execute()
    expect(looks).toEqual([{ what: 'document', operator_id: oluId, account_ids: [own.accountId] }])
    const row = await rig.database.db
      .selectFrom('artist_document_file')
      .select('file')
      .where('id', '=', file ?? '')
      .executeTakeFirstOrThrow()
    expect((await getFileStore(rig.env).get(row.file))?.toString('latin1')).toMatch(/^ey/)
    expect((await own.call(`/v1/providers/me/documents/${id}/take-back`, 'POST', {})).status).toBe(200)
    expect(await getFileStore(rig.env).get(row.file)).toBeNull()
    expect((await own.call(at)).body.code).toBe('not_found')
  })

  test('an operator’s own document is decided by another operator', async () => {
    const own = await artist()
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'provider', 'operator'], duties: ['verification'] })
      .where('id', '=', own.accountId)
      .execute()
    const id = await sent(own)
    expect((await decide(await createTestClient(rig, own.accountId), id, 'accept')).body.code).toBe('not_yours')
  })
})

describe('Second look', () => {
  test('a risky document needs two approvals, and the database checks that they come from different people', async () => {
    const own = await artist()
    const id = await sent(own, { holder: 'Lou Vale' })
    expect((await olu(`/v1/operator/documents/${id}`)).body.data.risks).toEqual(['name_differs'])
    expect((await decide(olu, id, 'accept')).body.data).toMatchObject({ state: 'pending', firstApproval: true })
    expect((await badge(own.slug)).standing).toHaveLength(1)
    expect((await decide(olu, id, 'accept')).body.code).toBe('second_operator_required')
    const { db } = rig.database
    const byHand = (decided_by: string) =>
      db
        .updateTable('artist_document')
        .set({ state: 'accepted', decided_by, decided_at: testNow })
        .where('id', '=', id)
        .execute()
    await expect(byHand(oluId)).rejects.toMatchObject({ code: '23514' })
    expect((await decide(una, id, 'accept')).body.data).toMatchObject({ state: 'accepted', decidedBy: 'Una Frost' })
    expect((await badge(own.slug)).standing).toHaveLength(2)
  })

  test('another artist’s picture, a suspended person’s device and an early expiry are risk signals', async () => {
    const [one, other] = [await artist(), await artist()]
    const pictures = [await picture()]
    await sent(one, { pictures })
    const { db } = rig.database
    const device = randomBytes(32)
    for (const { accountId } of [one, other])
      await db
        .insertInto('known_device')
        .values({ account_id: accountId, device_hash: device, seen_at: testNow })
        .execute()
    await db
      .updateTable('account')
      .set({ suspended_at: testNow, suspended_reason: 'fraud' })
      .where('id', '=', one.accountId)
      .execute()
    const id = await sent(other, { pictures, expiresOn: dateOf(20) })
    expect((await olu(`/v1/operator/documents/${id}`)).body.data.risks).toEqual([
      'picture_of_other',
      'device_of_suspended',
      'ends_soon',
    ])
  })
})

describe('Badge', () => {
  test('the badge disappears from page, card and summary at once with a requirement', async () => {
    const own = await artist()
    await sent(own, { expiresOn: dateOf(100) }).then((id) => decide(olu, id, 'accept'))
    const leila = await createTestVisitor(rig)
    const card = async () =>
      (await leila.call(`/v1/quotes/${leila.id}/@/${own.slug}?type=mobile`)).body.data.card as { verified: boolean }
    expect([await verified(own.slug), (await card()).verified]).toEqual([true, true])
    const asked = {
      label: 'Public liability insurance',
      asked: 'required',
      holdsMonths: 12,
      proves: 'They are insured.',
      reason: 'A law asks for it.',
    }
    const before = await olu('/v1/operator/checks/GB/insurance/preview?asked=required')
    expect(before.body.data.after).toBeLessThan(before.body.data.before)
    expect((await olu('/v1/operator/checks/GB/insurance', 'PUT', asked)).status).toBe(200)
    rig.age(1_500)
    expect([await verified(own.slug), (await card()).verified]).toEqual([true, true])
    rig.at(day(101))
    expect([await verified(own.slug), (await badge(own.slug)).verified, (await card()).verified]).toEqual([
      false,
      false,
      false,
    ])
    rig.at(testNow)
    const wrong = await olu('/v1/operator/checks/GB/identity', 'PUT', { ...asked, asked: 'off' })
    expect(wrong.body).toMatchObject({ code: 'identity_required', errors: [{ path: 'asked' }] })
    expect((await own.call('/v1/operator/checks/GB/insurance', 'PUT', asked)).body.code).toBe('not_yours')
    const audit = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'reason'])
      .where('act', '=', 'check.change')
      .execute()
    expect(audit).toContainEqual({ act: 'check.change', reason: 'A law asks for it.' })
    await olu('/v1/operator/checks/GB/insurance', 'PUT', { ...asked, asked: 'wanted' })
  })

  test('an artist without checks has no badge, and an unknown artist returns 404', async () => {
    const own = await artist({ identity: false })
    expect(await badge(own.slug)).toMatchObject({ verified: false, standing: [] })
    expect(await verified(own.slug)).toBe(false)
    expect((await rig.call('/v1/@/nobody-here/checks')).body.code).toBe('not_found')
  })
})

describe('Expiry of documents', () => {
  test('an artist is reminded thirty and seven days before the expiry and on its day, once each, unless a new document waits', async () => {
    const own = await artist()
    const id = await sent(own)
    await decide(olu, id, 'accept')
    await rig.database.db.deleteFrom('outbox').where('kind', '=', 'document.accepted').execute()
    const told = async (n: number) => {
      rig.at(day(n))
      await remindDocuments(createJobContext(rig, 'test'))
      await remindDocuments(createJobContext(rig, 'test'))
      return (await mails(own.accountId)).map(({ subject }) => subject)
    }
    expect(await told(269)).toEqual([])
    const soon = ['Public liability insurance expires in 30 days', 'Public liability insurance expires in 7 days']
    expect(await told(270)).toEqual(soon.slice(0, 1))
    expect(await told(280)).toEqual(soon.slice(0, 1))
    expect(await told(293)).toEqual(soon)
    expect(await told(300)).toEqual([...soon, 'Public liability insurance expires today'])
    const other = await artist()
    rig.at(testNow)
    const first = await sent(other, { expiresOn: dateOf(40) })
    await decide(olu, first, 'accept')
    await sent(other, { expiresOn: dateOf(400) })
    rig.at(day(20))
    await remindDocuments(createJobContext(rig, 'test'))
    expect((await mails(other.accountId)).filter(({ kind }) => kind !== 'document.accepted')).toEqual([])
  })

  test('a refused document is deleted after ninety days and an expired one after a year, with its pictures', async () => {
    const own = await artist()
    const [refused, ran] = [await sent(own), await sent(own, { kind: 'background' })]
    await decide(olu, refused, 'refuse', { refusal: 'name' })
    expect((await decide(olu, ran, 'accept')).body.data).toMatchObject({ state: 'accepted' })
    const left = async (n: number) => {
      rig.at(day(n))
      await purgeDocuments(createJobContext(rig, 'test'))
      return (
        await rig.database.db.selectFrom('artist_document').select('id').where('id', 'in', [refused, ran]).execute()
      ).map((row) => row.id)
    }
    const files = await rig.database.db
      .selectFrom('artist_document_file')
      .select('file')
      .where('document_id', '=', refused)
      .execute()
    expect(await left(89)).toHaveLength(2)
    expect(await left(91)).toEqual([ran])
    expect(await getFileStore(rig.env).get(files[0]?.file ?? '')).toBeNull()
    // Everything else of the sample market expires within the year.
    const ranOut = (days: number) =>
      rig.database.db
        .updateTable('artist_document')
        .set({ valid_until: dateOf(-days) })
        .where('id', '=', ran)
        .execute()
    await ranOut(365)
    expect(await left(0)).toEqual([ran])
    await ranOut(366)
    expect(await left(0)).toEqual([])
  })
})

test('documents are in the data export, and are deleted with the account and their pictures', async () => {
  const own = await artist()
  const id = await sent(own)
  const { db } = rig.database
  const copy = (await collectAccountData(db, own.accountId))['documents']
  expect(copy).toContainEqual(expect.objectContaining({ for: 'insurance', number: 'PL-4711', pictures: 1 }))
  const { file } = await db
    .selectFrom('artist_document_file')
    .select('file')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  await eraseAccount(db, { id: own.accountId, email: `left-${own.slug}@mail.example`, now: testNow })
  const left = () => db.selectFrom('artist_document').select(['holder', 'number']).where('id', '=', id).execute()
  expect(await left()).toEqual([{ holder: '', number: '' }])
  expect((await olu(`/v1/operator/documents/${id}`)).body.code).toBe('not_found')
  await purgeDocuments(createJobContext(rig, 'test'))
  expect(await left()).toEqual([])
  expect(await getFileStore(rig.env).get(file)).toBeNull()
})

test('only operators can use the console’s document calls', async () => {
  const own = await artist()
  const id = await sent(own)
  for (const path of ['/v1/operator/checks', '/v1/operator/documents', `/v1/operator/documents/${id}`])
    expect((await own.call(path)).body.code).toBe('not_yours')
  expect((await decide(own.call, id, 'accept')).body.code).toBe('not_yours')
  expect((await rig.call('/v1/providers/me/checks', { address: createTestAddress() })).body.code).toBe('not_signed_in')
  expect((await olu(`/v1/operator/documents/${oluId}`)).body.code).toBe('not_found')
  const { data } = (await olu('/v1/operator/documents')).body
  expect(data.rows.map((row: { id: string }) => row.id)).toContain(id)
  expect(data.counts.waiting).toBeGreaterThan(0)
})
