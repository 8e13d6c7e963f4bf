import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { actingAs, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => abandon(rig))
afterAll(() => abandon(rig))

const file = (...rows: string[]) =>
  ['Ref #,Client,Email,Service,Scheduled Date,Duration,Price,Status', ...rows].join('\n')
const mapping = ['reference', 'name', 'email', 'services', 'date', 'minutes', 'price', 'status']
const rows = [
  'A1,Priyanka Natarajan,priya@mail.example,Brows,12/06/2027 11:30,60,£42.50,Confirmed',
  'A2,Priyanka N,PRIYA@mail.example,Brows,03/05/2026 10:00,60,40,Completed',
  'A3,Ada Obi,,"Lashes, full set",12/06/2027 12:30,90,80,Confirmed',
  'A4,Ada Obi,,Lashes,13/06/2027 10:00,90,80,Cancelled',
]

async function importer(slug: string) {
  const artist = await settleOwn(rig, { slug })
  const call = await actingAs(rig, artist.accountId)
  const run = (content: string) => call('/v1/providers/me/own-book', 'POST', { content, mapping })
  const preview = (content: string, more: object = {}) =>
    call('/v1/providers/me/own-book/preview', 'POST', { content, ...more })
  const days = async () =>
    (await call('/v1/providers/me/own-appointments?from=2026-01-01&until=2028-01-01')).body.data.appointments
  return { artist, call, run, preview, days }
}

test('a file is looked at first, and then brought: clients once each, their days, the time of those ahead', async () => {
  const { run, preview, days, call } = await importer('brings')
  const looked = (await preview(file(...rows, 'A5,,x,Brows,12/06/2027 15:00,60,1,'))).body.data
  expect(looked).toMatchObject({ dayFirst: true, rows: 5, counts: { clients: 2, appointments: 4, known: 0 } })
  expect(looked.columns.map(({ target }: { target: string }) => target)).toEqual(mapping)
  expect(looked.columns[1]).toMatchObject({ head: 'Client', examples: ['Priyanka Natarajan', 'Priyanka N', 'Ada Obi'] })
  expect(looked.left).toMatchObject([{ line: 6, why: 'name' }])
  expect(await days()).toEqual([])

  const brought = (await run(file(...rows))).body.data
  expect(brought).toEqual({ counts: { clients: 2, appointments: 4, known: 0 }, left: [], leftFile: '' })
  expect(
    (await days()).map((day: Record<string, unknown>) => [
      day['name'],
      day['startsAt'],
      day['price'],
      day['cancelled'],
    ]),
  ).toEqual([
    ['Priyanka Natarajan', '2026-05-03T10:00:00+01:00', 40, false],
    ['Priyanka Natarajan', '2027-06-12T11:30:00+01:00', 42.5, false],
    ['Ada Obi', '2027-06-12T12:30:00+01:00', 80, false],
    ['Ada Obi', '2027-06-13T10:00:00+01:00', 80, true],
  ])
  const month = (await call('/v1/providers/calendar?month=2027-06')).body.data
  const { taken } = month.days.find(({ date }: { date: string }) => date === '2027-06-12')
  // The buffer before the next is given up, and kept after the last.
  expect(taken).toMatchObject([
    { startTime: '11:30', finishTime: '12:30' },
    { startTime: '12:30', finishTime: '14:30' },
  ])
  const { clients } = (await call('/v1/providers/me/clients')).body.data
  expect(clients.map(({ name, bookings }: Record<string, unknown>) => [name, bookings])).toEqual([
    ['Ada Obi', 1],
    ['Priyanka Natarajan', 2],
  ])
})

test('the same file twice makes nothing twice, nor does a row that stands in it twice', async () => {
  const { run, preview, days } = await importer('twice')
  expect((await run(file(...rows, rows[0] as string))).body.data.counts).toEqual({
    clients: 2,
    appointments: 4,
    known: 1,
  })
  expect((await preview(file(...rows))).body.data.counts).toEqual({ clients: 0, appointments: 0, known: 4 })
  expect((await run(file(...rows))).body.data.counts).toEqual({ clients: 0, appointments: 0, known: 4 })
  expect(await days()).toHaveLength(4)
})

test('a row whose time is taken comes back in a file with its reason, and the rest is kept', async () => {
  const { run, days } = await importer('comes-back')
  await (await visitorIn(rig)).book('comes-back')
  const { counts, left, leftFile } = (await run(file(...rows, '=x,Eve,,Brows,14/06/2031 9:00,30,,'))).body.data
  expect(counts).toEqual({ clients: 3, appointments: 2, known: 0 })
  expect(left).toMatchObject([
    { line: 2, why: 'taken' },
    { line: 4, why: 'taken' },
    { line: 6, why: 'far' },
  ])
  expect(leftFile).toContain(`${rows[0]}\r\n`)
  // What would run as a formula in a table does not.
  expect(leftFile).toContain("'=x,Eve")
  expect(await days()).toHaveLength(2)
})

test('a file of clients alone brings clients, and is nobody else’s', async () => {
  const { call, run, preview } = await importer('only-clients')
  const content = 'First Name,Last Name,Phone Number,Memo\nAda,Obi,07700 900111,Loves gold\nEve,Adams,07700 900222,'
  const { columns, counts } = (await preview(content)).body.data
  expect(counts).toEqual({ clients: 2, appointments: 0, known: 0 })
  const sent = { content, mapping: columns.map(({ target }: { target: string }) => target) }
  const brought = await call('/v1/providers/me/own-book', 'POST', sent)
  expect(brought.body.data.counts.clients).toBe(2)
  expect(
    (await call('/v1/providers/me/clients')).body.data.clients.map(({ note }: { note: string }) => note).sort(),
  ).toEqual(['', 'Loves gold'])

  const other = await importer('somebody-else')
  expect((await other.preview(content)).body.data.counts.known).toBe(0)
  expect((await other.call('/v1/providers/me/clients')).body.data.clients).toEqual([])
  expect((await run('Client')).body.code).toBe('import_unreadable')
  expect((await rig.call('/v1/providers/me/own-book', { method: 'POST', body: sent })).body.code).toBe('not_signed_in')
})

test('a large file is imported in short transactions, and others are answered meanwhile', async () => {
  const { run } = await importer('large')
  const rowCount = process.env['PROVE'] ? 3_000 : 400
  const many = Array.from({ length: rowCount }, (_, i) => {
    const [month, day] = [1 + (Math.floor(i / 28) % 12), 1 + (i % 28)]
    const hour = 6 + (Math.floor(i / 336) % 12)
    return `L${i},Client ${i},client-${i}@mail.example,Brows,${day}/${month}/2028 ${hour}:00,30,40,Confirmed`
  })
  const waits: number[] = []
  let over = false
  const reading = (async () => {
    while (!over) {
      const asked = performance.now()
      await rig.database.db.selectFrom('provider').select('id').where('slug', '=', 'large').execute()
      waits.push(performance.now() - asked)
      await new Promise((done) => setTimeout(done, 5))
    }
  })()
  const imported = (await run(file(...many))).body.data
  over = true
  await reading
  expect(imported.counts.clients).toBe(rowCount)
  expect(imported.counts.appointments + imported.left.length).toBe(rowCount)
  waits.sort((a, b) => a - b)
  expect(waits.length).toBeGreaterThan(rowCount / 100)
  // The longest wait is one batch; a machine that is busy with other tests may take a few times as long.
  expect(waits[Math.floor(waits.length * 0.9)]).toBeLessThan(400)
  expect(waits.at(-1)).toBeLessThan(1_000)
}, 120_000)

test('two imports of one file at once make nothing twice', async () => {
  const { run, days } = await importer('at-once')
  const answers = await Promise.all([run(file(...rows)), run(file(...rows))])
  const counts = answers.map(({ body }) => body.data.counts)
  expect(counts[0].appointments + counts[1].appointments).toBe(4)
  expect(counts[0].clients + counts[1].clients).toBe(2)
  expect(await days()).toHaveLength(4)
})
