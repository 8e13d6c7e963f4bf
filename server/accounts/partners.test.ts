import { createTestAddress, createTestVisitor } from '#server/testing/clients.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PartnerScope, partnerKeyLimits } from '#contract/accounts/scopes.ts'
import { clearTestTown, createSearchInput, testTown } from '#server/testing/providers.ts'
import { createPartnerClients, createSignedInProvider, deleteTestMails } from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let house: Awaited<ReturnType<typeof createPartnerClients>>
let artist: { id: string; accountId: string; bearer: string; slug: string }
let money: string
let support: string
const bookings = '/v1/partners/me/bookings'

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createSignedInProvider(rig, { slug: 'partnered-one' })
  house = await createPartnerClients(rig)
  money = await house.withDuties('money-of-partners@ask.example', ['money'])
  support = await house.withDuties('support-of-partners@ask.example', ['support'])
})
beforeEach(() => rig.at(testNow))
afterEach(() => house.forget())
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const nobodys = '0c4c0a52-7f0c-4a56-9f36-1f1f5a0b9b11'

describe('Partners', () => {
  test('a partner is created with a reason, listed, found and changed, and each change is audited', async () => {
    const { status, body } = await house.call('', 'POST', house.wanted())
    expect([status, body.code]).toEqual([200, undefined])
    const { partner } = body.data
    expect(partner).toEqual({
      id: expect.any(String),
      slug: 'castle-rooms',
      name: 'Castle Rooms',
      email: 'events@castle.example',
      note: 'Weddings in the north.',
      scopes: [...PartnerScope.options],
      createdAt: testNow.toISOString(),
      endedAt: null,
      bookings: 0,
    })
    await house.made({ slug: 'another', name: 'Another', email: 'x@another.example' })
    expect((await house.call('?text=castle', 'GET')).body.data.partners).toEqual([partner])
    expect((await house.call('', 'GET')).body.data.partners).toHaveLength(2)
    expect((await house.call(`/${partner.id}`, 'GET')).body.data).toEqual({ partner, keys: [] })
    const { slug: _, ...about } = house.wanted({ scopes: ['catalog:read'], note: '' })
    const changed = (await house.call(`/${partner.id}`, 'PATCH', about)).body.data.partner
    expect(changed).toEqual({ ...partner, scopes: ['catalog:read'], note: '' })
    const { rows } = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'reason'])
      .where('subject_id', '=', partner.id)
      .orderBy('id')
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toEqual([
      { act: 'partner.make', reason: 'Agreed by contract' },
      { act: 'partner.change', reason: 'Agreed by contract' },
    ])
  })

  test('a partner needs a unique name for links, an email address and a reason', async () => {
    await house.made()
    expect((await house.call('', 'POST', house.wanted())).body).toMatchObject({
      code: 'partner_taken',
      errors: [{ path: 'slug' }],
    })
    for (const [field, wrong] of [
      ['slug', 'Castle Rooms'],
      ['email', 'castle'],
      ['name', ' '],
      ['scopes', []],
      ['scopes', ['earnings:read']],
      ['reason', ''],
    ] as const)
      expect([field, (await house.call('', 'POST', house.wanted({ [field]: wrong }))).body.code]).toEqual([
        field,
        'invalid_input',
      ])
  })

  test('owners create and change partners, support staff can read them, and all others are refused', async () => {
    const { id } = await house.made()
    const { key } = await house.key(id)
    const acts = [
      ['', 'POST', house.wanted({ slug: 'more' })],
      [`/${id}`, 'PATCH', house.wanted()],
      [`/${id}/end`, 'POST', { reason: 'It is over' }],
      [`/${id}/keys`, 'POST', { name: 'x', scopes: ['catalog:read'] }],
      [`/${id}/keys/${key.id}/rotate`, 'POST', {}],
      [`/${id}/keys/${key.id}`, 'DELETE', {}],
    ] as const
    const reads = [
      ['', 'GET', undefined],
      [`/${id}`, 'GET', undefined],
    ] as const
    for (const [to, method, body] of [...acts, ...reads]) {
      expect([to, (await house.as(money)(to, method, body)).body.code]).toEqual([to, 'duty_required'])
      expect([to, (await house.as(artist.bearer)(to, method, body)).body.code]).toEqual([to, 'not_yours'])
    }
    for (const [to, method, body] of acts)
      expect([to, (await house.as(support)(to, method, body)).body.code]).toEqual([to, 'duty_required'])
    for (const [to, method] of reads) expect((await house.as(support)(to, method)).status).toBe(200)
    for (const [to, method, body] of [...acts, ...reads].filter(([to]) => to !== '')) {
      const elsewhere = to.replace(id, nobodys)
      expect([elsewhere, (await house.call(elsewhere, method, body)).body.code]).toEqual([elsewhere, 'not_found'])
    }
    rig.at(new Date(testNow.getTime() + 6 * 60_000))
    expect((await house.call('', 'POST', house.wanted({ slug: 'late' }))).body.code).toBe('step_up_needed')
  })

  test('an ended partner has no access and cannot be changed; its name can be created again', async () => {
    const { id } = await house.made()
    const { key, token } = await house.key(id)
    expect((await house.byKey(token, bookings)).status).toBe(200)
    expect((await house.call(`/${id}/end`, 'POST', { reason: 'It is over' })).body.data.partner.endedAt).toBe(
      testNow.toISOString(),
    )
    expect((await house.byKey(token, bookings)).body.code).toBe('key_unknown')
    for (const [to, body] of [
      ['/end', { reason: 'It is over' }],
      ['/keys', { name: 'x', scopes: ['catalog:read'] }],
      [`/keys/${key.id}/rotate`, {}],
    ] as const)
      expect([to, (await house.call(`/${id}${to}`, 'POST', body)).body.code]).toEqual([to, 'partner_ended'])
    expect((await house.call(`/${id}`, 'PATCH', house.wanted())).body.code).toBe('partner_ended')
  })
})

describe('Partner keys', () => {
  test('a partner key is shown once, stored as a hash, and gives access to its scopes', async () => {
    const { id } = await house.made()
    const { key, token } = await house.key(id, { aMinute: 30, endsOn: '2027-01-01' })
    expect(token).toMatch(/^primp_[A-Za-z0-9_-]{32}$/)
    expect(key).toMatchObject({ begins: token.slice(0, 10), aMinute: 30, endsAt: '2027-01-01T00:00:00.000Z' })
    expect((await house.call(`/${id}`, 'GET')).body.data.keys).toEqual([key])
    const kept = JSON.stringify([
      await rig.database.db.selectFrom('api_key').selectAll().execute(),
      await rig.database.db.selectFrom('audit').selectAll().where('subject_id', '=', id).execute(),
    ])
    expect(kept).not.toContain(token.slice(10))

    expect((await house.byKey(token, '/v1/quotes/formSettings')).status).toBe(200)
    expect((await house.byKey(token, `/v1/@/${artist.slug}`)).body.data.slug).toBe(artist.slug)
    const asked = await house.byKey(token, '/v1/quotes/', { method: 'POST', body: createSearchInput(testTown) })
    expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null])
    const quotes = await house.byKey(token, `/v1/quotes/${asked.body.data.search.id}`)
    expect([quotes.status, quotes.body.data.search.mine]).toEqual([200, false])
    for (const closed of [
      '/v1/providers/appointments',
      '/v1/accounts/me',
      '/v1/operator/partners',
      '/v1/providers/me/webhooks',
    ])
      expect([closed, (await house.byKey(token, closed)).status]).toEqual([closed, 403])
  })

  test('a partner key reads one artist’s quote of its own search with a locked price, and of no other search', async () => {
    const [one, two] = [await house.made(), await house.made({ slug: 'two' })]
    const [{ token }, other] = [await house.key(one.id), await house.key(two.id)]
    const body = createSearchInput(testTown)
    const search = (await house.byKey(token, '/v1/quotes/', { method: 'POST', body })).body.data.search
    const at = (of: string) => `/v1/quotes/${of}/@/${artist.slug}`
    const { status, body: read } = await house.byKey(token, at(search.id))
    expect([status, read.data.details, read.data.search.mine]).toEqual([200, null, false])
    expect(read.data.search.location.coordinates).toEqual(body.location.coordinates)
    expect(read.data.locked).toMatchObject({ hash: expect.any(String), total: read.data.card.price })
    const again = await house.byKey(token, at(search.id))
    expect(again.body.data.locked.hash).toBe(read.data.locked.hash)

    expect((await house.byKey(other.token, at(search.id))).body.code).toBe('not_found')
    const customer = await createTestVisitor(rig, { partner: 'castle-rooms' })
    expect((await house.byKey(token, at(customer.id))).body.code).toBe('not_found')
    const narrow = await house.key(one.id, { scopes: ['bookings:read'] })
    expect((await house.byKey(narrow.token, at(search.id))).body.code).toBe('scope_missing')
    await rig.call(`/v1/quotes/${search.id}/come-back`, { method: 'POST', body: {}, address: createTestAddress() })
    expect((await house.byKey(token, at(search.id))).body.code).toBe('not_found')
  })

  test('the first visitor who opens a search of a partner’s program owns it, and nobody after them', async () => {
    const { id } = await house.made()
    const { token } = await house.key(id)
    const search = async () =>
      (await house.byKey(token, '/v1/quotes/', { method: 'POST', body: createSearchInput(testTown) })).body.data.search
        .id as string
    const own = (of: string, more: object = {}) =>
      rig.call(`/v1/quotes/${of}/come-back`, { method: 'POST', body: {}, address: createTestAddress(), ...more })
    const made = await search()
    const customer = await own(made)
    expect(customer.body.data).toEqual({ mine: true })
    const { cookie } = customer
    expect((await rig.call(`/v1/quotes/${made}`, { cookie: cookie as string })).body.data.search.mine).toBe(true)
    expect((await own(made)).body.code).toBe('not_signed_in')
    expect((await own(made, { cookie: cookie as string })).status).toBe(401)
    // One with somebody's details is theirs, even if it has lost its browser.
    const left = await search()
    await rig.database.db
      .updateTable('search')
      .set({ details: JSON.stringify({ name: 'Ida' }) })
      .where('id', '=', left)
      .execute()
    expect((await own(left)).body.code).toBe('not_signed_in')
  })

  test('a partner key allows no more than its scopes and the current scopes of its partner', async () => {
    const { id } = await house.made({ scopes: ['catalog:read', 'bookings:read'] })
    expect((await house.call(`/${id}/keys`, 'POST', { name: 'x', scopes: ['search:read'] })).body.code).toBe(
      'scope_not_granted',
    )
    const { token } = await house.key(id, { scopes: ['catalog:read', 'bookings:read'] })
    expect(
      (await house.byKey(token, '/v1/quotes/', { method: 'POST', body: createSearchInput(testTown) })).body.code,
    ).toBe('scope_missing')
    expect((await house.byKey(token, bookings)).status).toBe(200)
    await house.call(`/${id}`, 'PATCH', house.wanted({ scopes: ['catalog:read'] }))
    expect((await house.byKey(token, bookings)).body.code).toBe('scope_missing')
    expect((await house.byKey(token, '/v1/quotes/formSettings')).status).toBe(200)
  })

  test('partner endpoints refuse an artist key, and artist endpoints refuse a partner key', async () => {
    const { id } = await house.made()
    const { token } = await house.key(id)
    expect((await house.byKey(token, '/v1/providers/appointments')).body.code).toBe('not_yours')
    const made = await rig.call('/v1/providers/me/api-keys', {
      method: 'POST',
      bearer: artist.bearer,
      body: { name: 'Diary', scopes: ['bookings:read'] },
    })
    expect((await house.byKey(made.body.data.token, bookings)).body.code).toBe('not_yours')
    expect((await rig.call(bookings, { bearer: artist.bearer })).body.code).toBe('not_yours')
    expect((await rig.call(bookings)).body.code).toBe('not_signed_in')
    await rig.database.db.deleteFrom('api_key').where('account_id', 'is not', null).execute()
  })

  test('a partner key ends when it is revoked, on its expiry day, and one day after its replacement', async () => {
    const { id } = await house.made()
    const first = await house.key(id)
    const [, ended] = [
      (await house.byKey(first.token, bookings)).status,
      await house.call(`/${id}/keys/${first.key.id}`, 'DELETE', {}),
    ]
    expect(ended.body.data).toEqual({ ended: true })
    expect((await house.byKey(first.token, bookings)).body.code).toBe('key_unknown')
    expect((await house.call(`/${id}/keys/${first.key.id}`, 'DELETE', {})).body.code).toBe('not_found')

    expect(
      (await house.call(`/${id}/keys`, 'POST', { name: 'x', scopes: ['catalog:read'], endsOn: '2026-11-20' })).body
        .code,
    ).toBe('date_past')
    const dated = await house.key(id, { endsOn: '2026-11-21' })
    const old = await house.key(id, { name: 'Old', aMinute: 7 })
    const { status, body } = await house.call(`/${id}/keys/${old.key.id}/rotate`, 'POST', {})
    expect([status, body.data?.key.aMinute, body.data?.key.name]).toEqual([200, 7, 'Old'])
    expect(body.data.token).not.toBe(old.token)
    expect(body.data.old.endsAt).toBe('2026-11-21T09:00:00.000Z')
    for (const token of [dated.token, old.token, body.data.token])
      expect((await house.byKey(token, bookings)).status).toBe(200)
    rig.at(new Date(testNow.getTime() + partnerKeyLimits.overlapHours * 3_600_000))
    for (const token of [dated.token, old.token])
      expect((await house.byKey(token, bookings)).body.code).toBe('key_unknown')
    expect((await house.byKey(body.data.token, bookings)).status).toBe(200)
  })

  test('a partner key has the agreed rate limit and learns when to retry', async () => {
    const { id } = await house.made()
    const { token } = await house.key(id, { aMinute: 3 })
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await house.byKey(token, bookings))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers[3]?.body.code).toBe('rate_limited')
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const another = await house.key(id, { aMinute: 3 })
    expect((await house.byKey(another.token, bookings)).status).toBe(200)
    expect(
      (await house.call(`/${id}/keys`, 'POST', { name: 'x', scopes: ['catalog:read'], aMinute: 601 })).body.code,
    ).toBe('invalid_input')
  })

  test('a partner key cannot be managed under another partner', async () => {
    const one = await house.made()
    const two = await house.made({ slug: 'two' })
    const { key } = await house.key(one.id)
    for (const [to, method] of [
      [`/${two.id}/keys/${key.id}`, 'DELETE'],
      [`/${two.id}/keys/${key.id}/rotate`, 'POST'],
    ] as const)
      expect([to, (await house.call(to, method, {})).body.code]).toEqual([to, 'not_found'])
    expect((await house.call(`/${one.id}`, 'GET')).body.data.keys).toHaveLength(1)
  })

  test('a partner has at most twenty keys', async () => {
    const { id } = await house.made()
    await rig.database.db
      .insertInto('api_key')
      .values(
        Array.from({ length: partnerKeyLimits.aPartner - 1 }, (_, i) => ({
          partner_id: id,
          name: `Key ${i}`,
          key_hash: Buffer.alloc(32, i + 100),
          begins: 'primp_0000',
          scopes: ['bookings:read'],
          created_at: testNow,
        })),
      )
      .execute()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => house.call(`/${id}/keys`, 'POST', { name: 'x', scopes: ['catalog:read'] })),
    )
    expect(answers.map(({ status, body }) => (status === 200 ? 'made' : body.code)).sort()).toEqual([
      'made',
      'too_many_keys',
      'too_many_keys',
    ])
  })
})
