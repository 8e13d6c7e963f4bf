import { beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { hashNetwork, getNetwork, formatNetwork } from '#server/platform/network.ts'
import { PageCache } from '#server/platform/pages/page-cache.ts'
import type { Subject } from '#server/platform/pages/subjects.ts'
import { buildContentSecurityPolicy, hashScripts, hashScript } from '#server/platform/http/security-headers.ts'
import { parseVisitorToken } from '#server/platform/http/cookies.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  services: ['makeup'],
  location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}

describe('API answers', () => {
  test('a response has data, or a message, a code and the request id', async () => {
    const good = await rig.call('/v1/quotes/formSettings')
    expect(Object.keys(good.body)).toEqual(['data'])
    const bad = await rig.call('/v1/nowhere')
    expect(bad).toMatchObject({ status: 404, body: { code: 'not_found', message: refusals.not_found[1] } })
    expect(bad.body.requestId).toBe(bad.headers.get('x-request-id'))
  })

  test('an address works with and without a trailing slash', async () => {
    expect((await rig.call('/v1/quotes/formSettings/')).status).toBe(200)
    expect((await rig.call('/v1/quotes', { method: 'POST', body: search })).status).toBe(200)
  })

  test.each([
    ['{"a":', 'The body is not JSON.'],
    ['[]', 'The body must be an object.'],
    ['"x"', 'The body must be an object.'],
    ['null', 'The body must be an object.'],
  ])('a body of %s is refused with a message', async (body, message) => {
    expect(await rig.call('/v1/quotes/', { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ message }] },
    })
  })

  test('a too large body, a wrong method and text that no column can hold are refused', async () => {
    expect(
      (
        await rig.call('/v1/quotes/', {
          method: 'POST',
          body: JSON.stringify({ ...search, gclid: 'x'.repeat(300_000) }),
        })
      ).status,
    ).toBe(413)
    const wrong = await rig.call('/v1/quotes/', { method: 'DELETE' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('POST')
    const nul = await rig.call('/v1/quotes/', { method: 'POST', body: { ...search, gclid: 'a\u0000b' } })
    expect(nul.status).toBe(400)
  })

  test('half a surrogate pair is replaced, and an endless body is not read to its end', async () => {
    const half = JSON.stringify({
      ...search,
      location: { ...search.location, address: { placeName: 'Hack\ud800ney', countryCode: 'GB' } },
    })
    expect(await rig.call('/v1/quotes/', { method: 'POST', body: half })).toMatchObject({
      status: 200,
      body: { data: { search: { location: { addressFull: { placeName: 'Hack\ufffdney' } } } } },
    })
    let sent = 0
    const endless = new ReadableStream({
      pull: (to) => {
        sent++
        to.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = await rig.api.request(
      '/v1/quotes/',
      { method: 'POST', body: endless, duplex: 'half' } as RequestInit,
      { address: '127.0.0.1' },
    )
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(10)
  })
})

describe('Visitor cookie', () => {
  test('a visitor gets one strictly necessary cookie with the first search, and later searches reuse it', async () => {
    const first = await rig.call('/v1/quotes/', { method: 'POST', body: search })
    const set = first.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^primp_visitor=[\w-]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    const second = await rig.call('/v1/quotes/', { method: 'POST', body: search, cookie: first.cookie as string })
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(second.body.data.search.mine).toBe(true)
  })

  test('the cookie is ignored in requests from another site', async () => {
    const { cookie } = await rig.call('/v1/quotes/', { method: 'POST', body: search })
    const elsewhere = await rig.call('/v1/quotes/', {
      method: 'POST',
      body: search,
      cookie: cookie as string,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
  })

  test('a malformed cookie is ignored', () => {
    expect(parseVisitorToken(`a=b; primp_visitor=${'x'.repeat(32)}; c=d`)).toBe('x'.repeat(32))
    for (const cookie of [
      undefined,
      '',
      'primp_visitor=short',
      `primp_visitor=${'x'.repeat(33)}`,
      `xprimp_visitor=${'x'.repeat(32)}`,
    ])
      expect(parseVisitorToken(cookie)).toBeNull()
  })

  test('a visitor may make 60 searches a minute, and must then wait', async () => {
    const { cookie } = await rig.call('/v1/quotes/', { method: 'POST', body: search, address: '198.51.100.3' })
    const answers = []
    for (let i = 0; i < 61; i++)
      answers.push((await rig.call('/v1/quotes/', { method: 'POST', body: search, cookie: cookie as string })).status)
    expect(answers.slice(0, 59).every((status) => status === 200)).toBe(true)
    expect(answers.at(-1)).toBe(429)
  })

  test('deleting the cookie does not raise the limit', async () => {
    const answers = []
    for (let i = 0; i < 301; i++)
      answers.push((await rig.call('/v1/quotes/', { method: 'POST', body: search, address: '198.51.100.4' })).status)
    expect(answers.slice(0, 300).every((status) => status === 200)).toBe(true)
    expect(answers.at(-1)).toBe(429)
    expect((await rig.call('/v1/quotes/', { method: 'POST', body: search, address: '198.51.100.5' })).status).toBe(200)
  })
})

test('a rate limit counts the whole IPv4 address, or the first half of an IPv6 address', () => {
  expect(getNetwork('203.0.113.9')).toBe('203.0.113.9')
  expect(getNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(getNetwork('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(getNetwork('2001:db8:1:2:bbbb:cccc:dddd:eeee')).toBe('2001:db8:1:2::/64')
  expect(getNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64')
})

test('people see only a coarse network address, and the database has no readable address', async () => {
  expect(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::7', 'unknown'].map(formatNetwork)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:1::/48',
    '',
  ])
  const [one, same, other] = await Promise.all(
    ['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.8'].map((address) => hashNetwork(rig.database, address)),
  )
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
})

describe('Calls with an Idempotency-Key', () => {
  const send = (key: string, body: object, cookie: string) =>
    rig.call('/v1/quotes/', { method: 'POST', body, cookie, headers: { 'idempotency-key': key } })
  test('a repeated call gets the same response, another body is refused, and a refused call runs again', async () => {
    const cookie = (await rig.call('/v1/quotes/', { method: 'POST', body: search })).cookie as string
    const [first, again] = [await send('k1', search, cookie), await send('k1', search, cookie)]
    expect(again.body.data.search.id).toBe(first.body.data.search.id)
    expect((await send('k1', { ...search, eventDate: '2027-06-13' }, cookie)).body.code).toBe('idempotency_mismatch')
    expect((await send('k2', { ...search, eventDate: '2020-01-01' }, cookie)).body.code).toBe('date_past')
    expect((await send('k2', { ...search, eventDate: '2020-01-01' }, cookie)).body.code).toBe('date_past')
  })

  test('the stored response of a sign-in has no token', async () => {
    const answer = await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'ana@primp.test', password: 'primp-sample-1' },
      headers: { 'idempotency-key': 'k3' },
      address: '127.0.2.1',
    })
    expect(answer.status).toBe(200)
    expect(await rig.database.db.selectFrom('idempotency').select('key').where('key', '=', 'k3').execute()).toEqual([])
  })
})

describe('API documents', () => {
  test('the documents list every call with its refusals', async () => {
    const { body } = await rig.call('/v1/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths['/v1/quotes'].post.responses['422'].description).toContain('date_past')
    expect(body.paths['/v1/quotes/{quoteId}'].get.parameters.map((p: { name: string }) => p.name)).toEqual(
      expect.arrayContaining(['quoteId', 'type', 'sortBy', 'filterBy', 'cursor']),
    )
    expect((await rig.call('/v1/docs')).body).toContain('/v1/@/{profileId}/testimonials')
  })
})

describe('Page cache', () => {
  const keep = (cache: PageCache, path: string, now: number, subjects: Subject[] = [], text = `<p>${path}</p>`) =>
    cache.store(path, { status: 200, text, headers: {}, subjects }, now)
  test('a page is fresh for five minutes; then one request renews it while others still get the old page', async () => {
    const cache = new PageCache()
    await keep(cache, '/', 0)
    expect(cache.find('/', 299_000)).toMatchObject({ renew: false })
    expect(cache.find('/', 301_000)).toMatchObject({ renew: true })
    expect(cache.find('/', 301_000)).toMatchObject({ renew: false })
    cache.cancelRenewal('/')
    expect(cache.find('/', 301_000)).toMatchObject({ renew: true })
    expect(cache.find('/', 4_000_000)).toBeNull()
  })
  test('a page is renewed at every full hour, when a day ends in some time zone, and the old page is served only briefly', async () => {
    const cache = new PageCache()
    await keep(cache, '/', 3_500_000)
    expect(cache.find('/', 3_599_999)).toMatchObject({ renew: false })
    expect(cache.find('/', 3_601_000)).toMatchObject({ renew: true })
    expect(cache.find('/', 3_604_001)).toBeNull()
    await keep(cache, '/', 3_604_001)
    expect(cache.find('/', 3_604_002)).toMatchObject({ renew: false })
  })
  test('pages that nobody requests are evicted to make room for others', async () => {
    await keep(new PageCache(), '/a', 0)
    const one = new PageCache()
    await keep(one, '/a', 0)
    const cache = new PageCache(2 * one.size.bytes, 0)
    for (const path of ['/a', '/b']) await keep(cache, path, 0)
    cache.find('/a', 1)
    await keep(cache, '/c', 0)
    expect(cache.find('/a', 1)).not.toBeNull()
    expect(cache.find('/b', 1)).toBeNull()
    expect(cache.find('/c', 1)).not.toBeNull()
    expect(cache.size.bytes).toBe(2 * one.size.bytes)
  })
  test('‘not found’ pages take little of the cache', async () => {
    const cache = new PageCache(100_000, 10_000)
    await keep(cache, '/found', 0)
    for (let i = 0; i < 50; i++)
      await cache.store(`/gb/nothing-${i}`, { status: 404, text: `no ${i}`, headers: {}, subjects: [] }, 0)
    expect(cache.find('/found', 1)).not.toBeNull()
    expect(cache.size.bytes).toBeLessThan(16_000)
  })
  test('an invalidated page is served for a moment longer, and then no more', async () => {
    const cache = new PageCache()
    const london = { country: 'GB', city: 'London', lat: 51.5, lng: -0.12 }
    await keep(cache, '/gb/hair/london', 0, [london])
    await keep(cache, '/gb/hair/leeds', 0, [{ country: 'GB', city: 'Leeds', lat: 53.8, lng: -1.55 }])
    await keep(cache, '/@/mia-hollis', 0, ['artist:mia-hollis'])
    cache.invalidate(
      [
        {
          part: 'price',
          artists: ['mia-hollis'],
          near: { country: 'GB', cities: ['London'], lat: 51.53, lng: -0.2, reach: 16_000 },
        },
      ],
      1_000,
    )
    expect(cache.find('/@/mia-hollis', 1_001)).toBeNull()
    expect(cache.find('/gb/hair/london', 2_000)).toMatchObject({ renew: true })
    expect(cache.find('/gb/hair/london', 5_001)).toBeNull()
    expect(cache.find('/gb/hair/leeds', 5_001)).toMatchObject({ renew: false, page: { madeAt: 0, oldSince: null } })
  })
  test('a page that renders the same keeps its bytes and its ETag', async () => {
    const cache = new PageCache()
    const [first, second] = [await keep(cache, '/', 0), await keep(cache, '/', 9)]
    expect(second).toMatchObject({ etag: first.etag, madeAt: 9 })
    expect(second.br).toBe(first.br)
  })
  test('a page rendered with another nonce has the same ETag', async () => {
    const cache = new PageCache()
    const marks = ['first', 'second'].map((nonce) =>
      cache.store('/', { status: 200, text: `<p nonce="${nonce}">A page</p>`, headers: {}, subjects: [], nonce }, 0),
    )
    const [first, second] = await Promise.all(marks)
    expect(first?.etag).toBe(second?.etag)
  })
  test('only inline scripts that carry the nonce of the rendering are hashed', () => {
    const hashes = hashScripts(
      '<script nonce="m">a()</script><script src="/x.js" nonce="m"></script><script type="application/ld+json">{}</script><script>evil()</script><script nonce="n">evil()</script><script type="module" nonce="m">b()</script>',
      'm',
    )
    expect(hashes).toBe(`${hashScript('a()')} ${hashScript('b()')}`)
    expect(buildContentSecurityPolicy(rig.env, hashes)).toContain(`script-src 'self' 'sha256-`)
  })
})
