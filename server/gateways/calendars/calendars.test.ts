import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isInside } from '#server/gateways/outside.ts'
import { busyTimesOf, readCalendar } from './calendars.ts'
import { READ_MS } from './lay-out.ts'

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

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})
const serving = (answer: RequestListener): Promise<string> =>
  new Promise((done) => {
    const made = createServer(answer).listen(0, '127.0.0.1', () =>
      done(`http://127.0.0.1:${(made.address() as AddressInfo).port}/calendar.ics`),
    )
    server = made
  })

test('addresses of no public network are known in all their spellings', () => {
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
  '%s, a public site, asks no inner address, however it is written, named or reached',
  async (publicUrl) => {
    const site = { publicUrl }
    const url = new URL(await serving((_, response) => response.end(calendar(...event(1)))))
    for (const address of [
      `http://127.0.0.1:${url.port}/`,
      `http://2130706433:${url.port}/`,
      `http://0x7f.1:${url.port}/`,
      `http://127.0.0.1.:${url.port}/`,
      `http://[::1]:${url.port}/`,
      `http://[::ffff:127.0.0.1]:${url.port}/`,
      `http://localhost:${url.port}/`,
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
    ])
      await expect(readCalendar(site, address, span), address).rejects.toThrow()
  },
)

test('a redirect leads nowhere else than an address may, and not for ever', async () => {
  const to = await serving((request, response) =>
    response.writeHead(302, { location: request.url === '/file' ? 'file:///etc/passwd' : '/again' }).end(),
  )
  await expect(readCalendar(here, to, span)).rejects.toThrow()
  await expect(readCalendar(here, to.replace('calendar.ics', 'file'), span)).rejects.toThrow('address')
})

test('what never ends is left at five megabytes', async () => {
  const address = await serving((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('X'.repeat(65_536))) {
        /* as fast as it is taken */
      }
    }
    response.on('drain', more)
    more()
  })
  await expect(readCalendar(here, address, span)).rejects.toThrow('too big')
})

test('a calendar made to keep the reader busy is given up, and nobody waits for it meanwhile', async () => {
  const bomb = calendar(
    Array.from({ length: 20_000 }, (_, i) => event(i, 'RRULE:FREQ=HOURLY;COUNT=9000').join('\r\n')).join('\r\n'),
  )
  const given = process.env['PROVE'] ? READ_MS : 1_000
  let beats = 0
  const heart = setInterval(() => beats++, 50)
  const started = performance.now()
  await expect(busyTimesOf(bomb, span, given)).rejects.toMatchObject({ message: 'too long', kind: 'timeout' })
  clearInterval(heart)
  expect(performance.now() - started).toBeLessThan(2 * given)
  expect(beats).toBeGreaterThan(given / 130)
  await expect(busyTimesOf(calendar(...event(1, 'RRULE:FREQ=SECONDLY')), span)).rejects.toThrow()
}, 30_000)

test('a server that does not answer, or stops in the middle of an answer, counts as a timeout', async () => {
  const silent = await serving((request, response) => {
    if (request.url === '/half') response.write('BEGIN:VCALENDAR')
  })
  for (const path of ['calendar.ics', 'half'])
    await expect(readCalendar(here, silent.replace('calendar.ics', path), span, 200)).rejects.toMatchObject({
      kind: 'timeout',
    })
  await expect(readCalendar(here, 'http://127.0.0.1:9/', span)).rejects.not.toHaveProperty('kind', 'timeout')
})

test('calendars of one owner that take long do not delay those of another owner', async () => {
  const bomb = calendar(
    Array.from({ length: 5_000 }, (_, i) => event(i, 'RRULE:FREQ=HOURLY;COUNT=9000').join('\r\n')).join('\r\n'),
  )
  const slot = 1_000
  let over = 0
  const hostile = Array.from({ length: 5 }, () =>
    busyTimesOf(bomb, { ...span, owner: 'hostile' }, slot).finally(() => {
      over += 1
    }),
  )
  const settled = Promise.allSettled(hostile)
  expect(await busyTimesOf(calendar(...event(1)), { ...span, owner: 'patient' })).toHaveLength(1)
  // Five slots on two workers take three rounds; the other owner's turn comes after the first.
  expect(over).toBeLessThan(5)
  await settled
  await expect(Promise.all(hostile)).rejects.toThrow('too long')
}, 30_000)

test('times beyond the span are cut to it, and what makes no sense is left out', async () => {
  const text = calendar(
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:00010101T000000Z',
    'DTEND:99991231T000000Z',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:2',
    'DTSTART:nonsense',
    'DTEND:20261121T000000Z',
    'END:VEVENT',
  )
  expect(await busyTimesOf(text, span)).toEqual([{ from, to: until }])
})

test('repeats are laid out, without the days that were called off or are see-through', async () => {
  const text = calendar(
    ...event(1, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261121T090000Z'),
    ...event(2, 'STATUS:CANCELLED', 'RRULE:FREQ=DAILY'),
    ...event(3, 'TRANSP:TRANSPARENT'),
  )
  const day = (n: number) => ({ from: Date.parse(`2026-11-${n}T09:00:00Z`), to: Date.parse(`2026-11-${n}T10:00:00Z`) })
  expect(await busyTimesOf(text, span)).toEqual([day(20), day(22)])
})

test('a day without a zone is a day where the artist lives, on either side of a clock change, and so is a clock without one', async () => {
  const days = (uid: number, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
  const text = calendar(
    ...days(1, 'DTSTART;VALUE=DATE:20261128', 'DTEND;VALUE=DATE:20261130'),
    ...days(2, 'DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20270403'),
    ...days(3, 'DTSTART:20261203T100000', 'DTEND:20261203T113000'),
    ...days(4, 'DTSTART;TZID=America/New_York:20261204T100000', 'DTEND;TZID=America/New_York:20261204T110000'),
  )
  const times = await busyTimesOf(text, { ...span, zone: 'Australia/Sydney' })
  expect(times.map(({ from, to }) => `${new Date(from).toISOString()} ${new Date(to).toISOString()}`)).toEqual([
    '2026-11-27T13:00:00.000Z 2026-11-29T13:00:00.000Z',
    '2026-12-02T23:00:00.000Z 2026-12-03T00:30:00.000Z',
    '2026-12-04T15:00:00.000Z 2026-12-04T16:00:00.000Z',
    '2027-03-26T13:00:00.000Z 2027-03-27T13:00:00.000Z',
    '2027-04-09T14:00:00.000Z 2027-04-10T14:00:00.000Z',
  ])
})
