import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { idOf } from '#tests/attacks/operators.ts'

let rig: TestRig
let desk: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  desk = await createTestClient(rig, await idOf(rig, 'olu'))
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const me = '/v1/providers/me/own-words'
const queue = '/v1/operator/own-words'
const artistNamed = async (slug: string) => {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  return { ...artist, call: await createTestClient(rig, artist.accountId) }
}
/** Sets whether operators review texts in the town's market; the catalogue cache expires after a second. */
async function look(lookFirst: boolean): Promise<void> {
  const put = await desk(`${queue}/markets/GB`, 'PUT', { lookFirst, reason: 'A test says so.' })
  expect(put.body.data).toEqual({ lookFirst })
  rig.age(2_000)
}
const glam = { serviceId: 'makeup', title: 'Soft glam', words: 'Dewy skin and lashes for the camera.' }
const standOf = (body: { data: { services: { serviceId: string }[] } }, serviceId = 'makeup') =>
  body.data.services.find((service) => service.serviceId === serviceId)
const labelsOf = (list: { label: string }[]) => list.map(({ label }) => label)
const waitingOf = async (slug: string) =>
  (await desk(queue)).body.data.rows.find((row: { artist: { slug: string } }) => row.artist.slug === slug)
const profileOf = async (slug: string) =>
  (await rig.call(`/v1/@/${slug}`)).body.data.services.find((s: { id: string }) => s.id === 'makeup')

describe('Own titles of services', () => {
  test('page, price lines and plan show an own title beside the catalogue name, and a booking keeps its title', async () => {
    const { call } = await artistNamed('words-shown')
    const set = await call(me, 'PUT', { items: [glam] })
    const said = { title: glam.title, words: glam.words }
    expect(standOf(set.body)).toEqual({ serviceId: 'makeup', shown: said, asked: null, sentBack: null })
    expect(standOf((await call(me)).body, 'updo')).toEqual({
      serviceId: 'updo',
      shown: null,
      asked: null,
      sentBack: null,
    })
    expect(await profileOf('words-shown')).toMatchObject({ label: 'Makeup', ...said })
    const leila = await createTestVisitor(rig)
    const label = 'Soft glam (makeup)'
    const { lines, plan } = await leila.quote('words-shown')
    expect(labelsOf(lines)).toContain(label)
    expect(labelsOf(plan.blocks)).toEqual([label])
    const booked = await leila.book('words-shown')
    await call(me, 'PUT', {
      items: [
        { ...glam, title: 'Full glam' },
        { serviceId: 'updo', title: 'Boho waves' },
      ],
    })
    const at = `/v1/bookings/${booked.id}`
    expect(labelsOf((await leila.call(at)).body.data.appointment.lines)).toContain(label)
    const people = [
      { person: 1, name: '', services: ['makeup'] },
      { person: null, name: 'Zoe', services: ['makeup', 'updo'] },
    ]
    const { move } = (await leila.call(`${at}/party`, 'POST', { people })).body.data.appointment
    await call(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId: move.id })
    const { payment } = (await leila.call(`${at}/moves/${move.id}`, 'POST', { answer: 'accept' })).body.data
    await leila.card(payment.clientSecret)
    const now = (await leila.call(at)).body.data.appointment
    expect(now.people).toBe(2)
    const looks = now.lines.filter(({ kind }: { kind: string }) => kind === 'look')
    expect(labelsOf(looks)).toEqual([label, 'Soft glam (makeup) and boho waves (updo)'])
    expect(new Set(labelsOf(now.plan.blocks))).toEqual(new Set([label, 'Boho waves (updo)']))
  })

  test('clearing an own title removes it, and so does removing its service', async () => {
    const { call, id } = await artistNamed('words-back')
    await call(me, 'PUT', { items: [glam] })
    const cleared = await call(me, 'PUT', { items: [{ ...glam, title: null, words: '' }] })
    expect(standOf(cleared.body)).toMatchObject({ shown: null, asked: null })
    await call(me, 'PUT', { items: [glam] })
    await rig.database.db
      .deleteFrom('provider_service')
      .where('provider_id', '=', id)
      .where('service_id', '=', 'makeup')
      .execute()
    const left = await rig.database.db.selectFrom('own_words').selectAll().where('provider_id', '=', id).execute()
    expect(left).toEqual([])
  })

  test('a title is refused if it is too short, missing or repeated, has contact details or is for another artist’s service', async () => {
    const { call } = await artistNamed('words-wrong')
    const put = async (items: unknown[]) => (await call(me, 'PUT', { items })).body
    for (const [items, code, path] of [
      [[{ ...glam, title: 'Glam, 07700 900123' }], 'contact_details', 'items.0.title'],
      [[{ ...glam, words: 'More at www.glam.example' }], 'contact_details', 'items.0.words'],
      [[{ ...glam, title: null }], 'title_missing', 'items.0.title'],
      [[glam, glam], 'service_twice', 'items.1.serviceId'],
      [[{ ...glam, serviceId: 'lashes' }], 'unknown_service', 'items.0.serviceId'],
      [[{ ...glam, title: 'Ab' }], 'invalid_input', 'items.0.title'],
      [[{ ...glam, title: 'a'.repeat(61) }], 'invalid_input', 'items.0.title'],
    ] as const) {
      const { code: said, errors } = await put([...items])
      expect([said, errors?.[0]?.path]).toEqual([code, path])
    }
    expect(standOf((await call(me)).body)).toMatchObject({ shown: null })
    expect((await rig.call(me)).body.code).toBe('not_signed_in')
    const ana = await createTestClient(rig, await idOf(rig, 'ana'))
    expect((await ana(me, 'PUT', { items: [glam] })).body.code).toBe('not_yours')
  })

  test('the database refuses a text without a title, or of a service not offered', async () => {
    const { id } = await artistNamed('words-rows')
    const insert = (row: Record<string, unknown>) =>
      rig.database.db
        .insertInto('own_words')
        .values({ provider_id: id, service_id: 'makeup', asked_at: testNow, ...row } as never)
        .execute()
    await expect(insert({})).rejects.toThrow('own_words_some')
    await expect(insert({ asked_title: 'Soft glam', asked_words: '', words: 'Dewy.' })).rejects.toThrow(
      'own_words_of_title',
    )
    await expect(insert({ asked_title: 'Soft glam' })).rejects.toThrow('own_words_asked')
    await expect(insert({ title: 'Soft glam', sent_back: 'No reason.' })).rejects.toThrow('own_words_sent_back')
    await expect(insert({ service_id: 'lashes', title: 'Soft glam' })).rejects.toThrow('own_words_provider_id_service')
  })
})

describe('Own titles in a reviewed market', () => {
  afterEach(() => look(false))
  test('a new text waits while the old text is shown, and appears once it is approved', async () => {
    const { call } = await artistNamed('words-waits')
    await call(me, 'PUT', { items: [glam] })
    await look(true)
    const asked = await call(me, 'PUT', { items: [{ ...glam, title: 'Full glam' }] })
    expect(asked.body.data.lookFirst).toBe(true)
    expect(standOf(asked.body)).toMatchObject({ shown: { title: 'Soft glam' }, asked: { title: 'Full glam' } })
    expect((await profileOf('words-waits')).title).toBe('Soft glam')
    expect((await desk('/v1/operator/overview')).body.data.words).toBeGreaterThan(0)
    const row = await waitingOf('words-waits')
    expect(row).toMatchObject({ about: 'Makeup', shown: { title: 'Soft glam' }, asked: { title: 'Full glam' } })
    const given = await desk(`${queue}/${row.id}/approve`, 'POST', { askedAt: row.askedAt })
    expect(given.body.data.row).toMatchObject({ shown: { title: 'Full glam' }, asked: null, sentBack: null })
    expect((await profileOf('words-waits')).title).toBe('Full glam')
    expect(await waitingOf('words-waits')).toBeUndefined()
    expect((await desk(`${queue}/${row.id}/approve`, 'POST', { askedAt: row.askedAt })).body.code).toBe('state_changed')
  })

  test('page and email show the reason why a text was rejected; after a change it can be submitted again', async () => {
    await look(true)
    const { call, accountId } = await artistNamed('words-sent')
    await call(me, 'PUT', { items: [glam] })
    expect((await profileOf('words-sent')).title).toBeNull()
    const row = await waitingOf('words-sent')
    const send = (askedAt: string, reason = 'Say what skin it is for.') =>
      desk(`${queue}/${row.id}/send-back`, 'POST', { askedAt, reason })
    expect((await send(row.askedAt, 'x')).body.code).toBe('invalid_input')
    expect((await send(new Date(0).toISOString())).body.code).toBe('state_changed')
    expect((await send(row.askedAt)).status).toBe(200)
    expect((await send(row.askedAt)).body.code).toBe('state_changed')
    expect(standOf((await call(me)).body)).toMatchObject({
      shown: null,
      asked: { title: 'Soft glam' },
      sentBack: 'Say what skin it is for.',
    })
    const mail = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'words.sentBack')
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('Say what skin it is for.')
    expect(await waitingOf('words-sent')).toBeUndefined()
    await call(me, 'PUT', { items: [{ ...glam, title: 'Soft glam for dry skin' }] })
    expect(await waitingOf('words-sent')).toMatchObject({ asked: { title: 'Soft glam for dry skin' }, sentBack: null })
  })

  test('rejecting a published text removes it from the page', async () => {
    const { call } = await artistNamed('words-off')
    await look(false)
    await call(me, 'PUT', { items: [glam] })
    const rows = (await desk(`${queue}?tab=shown`)).body.data.rows
    const row = rows.find((one: { artist: { slug: string } }) => one.artist.slug === 'words-off')
    await desk(`${queue}/${row.id}/send-back`, 'POST', { askedAt: row.askedAt, reason: 'Another artist’s name.' })
    expect((await profileOf('words-off')).title).toBeNull()
    expect(standOf((await call(me)).body)).toMatchObject({ shown: null, sentBack: 'Another artist’s name.' })
  })

  test('only operators can decide about texts, and not about their own', async () => {
    await look(true)
    const { call, id } = await artistNamed('words-own')
    await call(me, 'PUT', { items: [glam] })
    const row = await waitingOf('words-own')
    const approve = { askedAt: row.askedAt }
    expect((await rig.call(queue)).body.code).toBe('not_signed_in')
    expect((await call(queue)).body.code).toBe('not_yours')
    expect((await call(`${queue}/${row.id}/approve`, 'POST', approve)).body.code).toBe('not_yours')
    expect((await call(`${queue}/markets/GB`, 'PUT', { lookFirst: false, reason: 'I like it.' })).status).toBe(403)
    const { db } = rig.database
    await db
      .updateTable('provider')
      .set({ account_id: await idOf(rig, 'olu') })
      .where('id', '=', id)
      .execute()
    expect((await desk(`${queue}/${row.id}/approve`, 'POST', approve)).body.code).toBe('not_yours')
    const none = '00000000-0000-4000-8000-000000000000'
    expect((await desk(`${queue}/${none}/approve`, 'POST', approve)).body.code).toBe('not_found')
  })
})
