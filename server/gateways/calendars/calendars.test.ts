import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { isInside } from '#server/gateways/outside.ts'
import { parseRetryAfter } from './calendar-unreadable.ts'
import { parseFile, readCalendar } from './calendars.ts'

const here = { publicUrl: 'http://localhost:3000' }
const [from, until] = [Date.parse('2026-11-19T09:00:00Z'), Date.parse('2028-11-19T09:00:00Z')]
const span = { from, until, etag: null, zone: 'UTC', owner: 'artist' }
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: number | string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART:20261120T090000Z',
  'DTEND:20261120T100000Z',
  ...lines,
  'END:VEVENT',
]
const one = calendar(...event(1))
const oneTime = [{ from: Date.parse('2026-11-20T09:00:00Z'), to: Date.parse('2026-11-20T10:00:00Z') }]
const parse = (text: string, owner = 'artist', readMs?: number) =>
  parseFile({ bytes: Buffer.from(text), charset: null }, span, owner, readMs)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})
const serve = (answer: RequestListener): Promise<string> =>
  new Promise((done) => {
    const made = createServer(answer).listen(0, '127.0.0.1', () =>
      done(`http://127.0.0.1:${(made.address() as AddressInfo).port}/calendar.ics`),
    )
    server = made
  })
const read = (url: string) => readCalendar(here, url, span)

test('addresses outside public networks are recognised in every spelling', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '0.0.0.0',
    '100.64.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])
    expect([address, isInside(address)]).toEqual([address, true])
  for (const address of ['93.184.216.34', '2606:2800:220:1::1', '172.15.0.1'])
    expect([address, isInside(address)]).toEqual([address, false])
})

test.each(['https://primp.example', 'http://localhost.example', 'http://127.example'])(
  '%s, a public site, never requests an internal address, however it is written, named or reached',
  async (publicUrl) => {
    const site = { publicUrl }
    const url = new URL(await serve((_, response) => response.end(one)))
    for (const address of [
      `http://127.0.0.1:${url.port}/`,
      `http://2130706433:${url.port}/`,
      `http://0x7f.1:${url.port}/`,
      `http://127.0.0.1.:${url.port}/`,
      `http://[::1]:${url.port}/`,
      `http://[::ffff:127.0.0.1]:${url.port}/`,
      `http://localhost:${url.port}/`,
      `webcal://localhost:${url.port}/`,
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
    ])
      await expect(readCalendar(site, address, span), address).rejects.toThrow('This is not a public web address.')
  },
)

test('a redirect may lead only to a web address, a limited number of times', async () => {
  const url = await serve((request, response) => {
    const location = { '/file': 'file:///etc/passwd', '/nonsense': 'http://[' }[request.url ?? ''] ?? '/again'
    response.writeHead(302, { location }).end()
  })
  await expect(read(url)).rejects.toThrow('This address redirects too often.')
  for (const path of ['file', 'nonsense'])
    await expect(read(url.replace('calendar.ics', path))).rejects.toThrow('This is not a public web address.')
})

test('a redirect to webcal or webcals is followed over https', async () => {
  for (const scheme of ['webcal', 'webcals']) {
    // Nothing listens on port 9, so the connection error proves that the redirect was followed.
    const url = await serve((_, response) =>
      response.writeHead(301, { location: `${scheme}://127.0.0.1:9/a.ics` }).end(),
    )
    await expect(read(url)).rejects.toThrow('We could not reach your calendar server.')
    server?.close()
  }
  const url = await serve((request, response) =>
    request.url === '/next' ? response.end(one) : response.writeHead(307, { location: '/next' }).end('x'.repeat(9)),
  )
  expect(await read(url)).toMatchObject({ times: oneTime })
})

test('a request sends user agent, accepted type and known version', async () => {
  const url = await serve((request, response) => {
    expect(request.headers).toMatchObject({
      'user-agent': 'Primp/1.0 (+http://localhost:3000/content/help)',
      accept: expect.stringContaining('text/calendar'),
      'accept-encoding': 'gzip, deflate, br',
    })
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else response.setHeader('etag', '"v1"').end(one)
  })
  expect(await read(url)).toMatchObject({ etag: '"v1"', events: 1 })
  expect(await readCalendar(here, url, { ...span, etag: '"v1"' })).toBe('unchanged')
})

test.each([
  ['gzip', gzipSync(one), 'gzip'],
  ['x-gzip', gzipSync(one), 'x-gzip'],
  ['br', brotliCompressSync(one), 'br'],
  ['deflate', deflateSync(one), 'deflate'],
  ['deflate without the zlib header', deflateRawSync(one), 'Deflate'],
  ['undeclared gzip', gzipSync(one), null],
  ['a compressed file sent with compression', gzipSync(gzipSync(one)), 'gzip, gzip'],
  ['plain text declared as gzip', Buffer.from(one), 'gzip'],
  ['plain text', Buffer.from(one), 'identity'],
])('%s is decoded', async (_, body, encoding) => {
  const url = await serve((_request, response) => {
    if (encoding) response.setHeader('content-encoding', encoding)
    response.end(body)
  })
  expect(await read(url)).toMatchObject({ times: oneTime })
})

test('the charset comes from the content type or a byte order mark, else it is Windows-1252', async () => {
  const text = calendar(...event(1, 'SUMMARY:Zoë', 'RRULE:FREQ=FORTNIGHTLY'))
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const bodies: Record<string, [Buffer, string]> = {
    '/utf8': [Buffer.from(`\uFEFF${text}`), 'text/calendar'],
    '/latin': [Buffer.from(text, 'latin1'), 'text/calendar; charset="ISO-8859-1"'],
    '/unknown': [Buffer.from(text, 'latin1'), 'text/calendar; charset=nonsense'],
    '/none': [Buffer.from(text, 'latin1'), 'text/plain'],
    '/utf16le': [utf16, 'text/calendar; charset=utf-8'],
    '/utf16be': [Buffer.from(utf16).swap16(), 'text/calendar'],
    '/utf16': [utf16.subarray(2), 'text/calendar'],
  }
  const url = await serve((request, response) => {
    const [body, type] = bodies[request.url ?? ''] ?? []
    response.setHeader('content-type', type ?? '').end(body)
  })
  for (const path of Object.keys(bodies))
    expect([path, await read(new URL(path, url).href)]).toMatchObject([path, { skipped: [{ title: 'Zoë' }] }])
})

test.each([
  [
    401,
    'Your calendar server responded with error 401. It may be private: copy its secret or public iCal address instead.',
  ],
  [
    403,
    'Your calendar server responded with error 403. It may be private: copy its secret or public iCal address instead.',
  ],
  [404, 'Your calendar server responded with error 404. The address may have changed.'],
  [410, 'Your calendar server responded with error 410. The address may have changed.'],
  [418, 'Your calendar server responded with error 418.'],
  [500, 'Your calendar server responded with error 500. The server may have a problem.'],
])('the artist sees a message about the response status %i', async (status, reason) => {
  const url = await serve((_, response) => response.writeHead(status, { 'retry-after': '60' }).end('no'))
  await expect(read(url)).rejects.toMatchObject({ kind: 'unreadable', reason, message: reason, retryAfter: null })
})

test('Retry-After is honoured in seconds and as a date, up to one day', async () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(parseRetryAfter('120', now)).toBe(now + 120_000)
  expect(parseRetryAfter('Fri, 20 Nov 2026 13:00:00 GMT', now)).toBe(now + 3_600_000)
  expect(parseRetryAfter('999999999', now)).toBe(now + 86_400_000)
  for (const nothing of [undefined, '', 'soon', '-5', '0', 'Fri, 20 Nov 2026 11:00:00 GMT'])
    expect([nothing, parseRetryAfter(nothing, now)]).toEqual([nothing, null])
  for (const status of [429, 503]) {
    const url = await serve((_, response) => response.writeHead(status, { 'retry-after': '3600' }).end())
    const { retryAfter } = (await read(url).catch((fault) => fault)) as { retryAfter: number }
    expect(Math.abs(retryAfter - Date.now() - 3_600_000)).toBeLessThan(10_000)
    server?.close()
  }
})

test('the message names the connection error without details of our own network', async () => {
  await expect(read('http://127.0.0.1:9/')).rejects.toThrow('We could not reach your calendar server.')
  await expect(read('http://no-such-name.invalid/')).rejects.toThrow(
    'We could not find the server no-such-name.invalid.',
  )
  const url = await serve((request, response) =>
    request.url === '/reset' ? response.destroy() : response.end('<html>Please sign in</html>'),
  )
  await expect(read(url)).rejects.toThrow('There is no calendar at this address.')
  await expect(read(url.replace('calendar.ics', 'reset'))).rejects.toThrow(
    'Your calendar server closed the connection.',
  )
  await expect(read(url.replace('http:', 'https:'))).rejects.toThrow(
    'Your calendar server does not offer a secure connection.',
  )
})

test('an endless file, and one that decodes to more than 10 MB, are aborted', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'X'))
  const url = await serve((request, response) => {
    if (request.url === '/bomb') return response.end(bomb)
    const write = () => {
      while (!response.destroyed && response.write('X'.repeat(65_536))) {}
    }
    response.on('drain', write)
    write()
  })
  for (const path of ['calendar.ics', 'bomb'])
    await expect(read(url.replace('calendar.ics', path))).rejects.toThrow('The calendar is larger than 10 MB.')
})

test('a server that does not answer, or stops in the middle of an answer, counts as a timeout', async () => {
  const silent = await serve((request, response) => {
    if (request.url === '/half') response.write('BEGIN:VCALENDAR')
  })
  for (const path of ['calendar.ics', 'half'])
    await expect(readCalendar(here, silent.replace('calendar.ics', path), span, 200)).rejects.toMatchObject({
      kind: 'timeout',
      reason: 'Your calendar server did not respond in time.',
    })
})

const hourly = (count: number) =>
  calendar(Array.from({ length: count }, (_, i) => event(i, 'RRULE:FREQ=HOURLY;INTERVAL=2').join('\r\n')).join('\r\n'))

test('a calendar built for slow parsing does not block the process and is read as far as time allows', async () => {
  const bomb = hourly(6_000)
  let beats = 0
  const heart = setInterval(() => beats++, 50)
  const started = performance.now()
  const reading = await parse(bomb, 'artist', 20_000)
  clearInterval(heart)
  const tookMs = performance.now() - started
  expect(beats).toBeGreaterThan(tookMs / 130)
  expect(reading).toMatchObject({ events: 6_000, completeUntil: expect.any(Number) })
  await expect(parse(bomb, 'artist', 50)).rejects.toMatchObject({ kind: 'timeout' })
}, 30_000)

test('slow calendars of one owner do not delay those of another owner', async () => {
  const bomb = hourly(5_000)
  let finished = 0
  const hostile = Array.from({ length: 5 }, () =>
    parse(bomb, 'hostile', 1_000).finally(() => {
      finished += 1
    }),
  )
  const settled = Promise.allSettled(hostile)
  expect((await parse(one, 'patient')).times).toEqual(oneTime)
  // Five slots on two workers take three rounds; the other owner's turn comes after the first.
  expect(finished).toBeLessThan(5)
  await settled
}, 30_000)

test('an owner with too many calendars at once must wait', async () => {
  const reads = Array.from({ length: 12 }, () => parse(one, 'impatient').catch((fault) => fault.kind))
  expect(await Promise.all(reads)).toContain('busy')
})
