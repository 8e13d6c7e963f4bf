import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '#server/operator/settings.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { runClientImports } from './run-imports.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

type Shown = Record<string, unknown> & { row: number; why: string | null; candidates: { id: string }[] }
const head = 'Ref #,Client,Email,Service,Scheduled Date,Duration,Price,Status'
const file = (...rows: string[]) => [head, ...rows].join('\n')
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')
const rows = [
  'A1,Priyanka Natarajan,priya@mail.example,Brows,12/06/2027 11:30,60,£42.50,Confirmed',
  'A2,Priyanka N,PRIYA@mail.example,Brows,03/05/2026 10:00,60,40,Completed',
  'A3,Ada Obi,,"Lashes, full set",12/06/2027 12:30,90,80,Confirmed',
  'A4,Ada Obi,,Lashes,13/06/2027 10:00,90,80,Cancelled',
]

async function importer(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const call = await createTestClient(rig, artist.accountId)
  const send = (path: string, content: string | Uint8Array, more: object) =>
    call(path, 'POST', { content: base64(content), fileName: 'book.csv', ...more })
  const preview = async (content: string | Uint8Array, more: object = {}) =>
    (await send('/v1/providers/me/own-book/preview', content, more)).body.data
  const start = (content: string | Uint8Array, more: object = {}) => send('/v1/providers/me/own-book', content, more)
  const show = async (id: string) => (await call(`/v1/providers/me/own-imports/${id}`)).body.data
  const run = async (content: string | Uint8Array, more: object = {}) =>
    show((await start(content, more)).body.data.import.id)
  const undo = async (id: string) => {
    const { body } = await call(`/v1/providers/me/own-imports/${id}/undo`, 'POST', {})
    return body.code ? body : show(id)
  }
  const days = async () =>
    (await call('/v1/providers/me/own-appointments?from=2026-01-01&until=2028-12-31')).body.data.appointments
  const clients = () =>
    rig.database.db
      .selectFrom('own_client')
      .select(['id', 'name', 'email', 'phone', 'address', 'allergies', 'note'])
      .where('provider_id', '=', artist.id)
      .orderBy('name')
      .orderBy('email')
      .execute()
  return { artist, call, preview, start, show, run, undo, days, clients }
}
const some = (counts: Record<string, number>) => ({
  clientsNew: 0,
  clientsChanged: 0,
  appointmentsNew: 0,
  appointmentsChanged: 0,
  appointmentsCancelled: 0,
  same: 0,
  left: 0,
  ...counts,
})

test('an import does what its preview shows, row by row, and importing the same file again changes nothing', async () => {
  const { preview, run, days, call } = await importer('previews')
  await (await createTestVisitor(rig)).book('previews')
  const content = file(
    ...rows,
    'A5,,x,Brows,12/06/2027 15:00,60,1,',
    '=x,Eve,,Brows,14/06/2031 9:00,30,,',
    rows[1] as string,
  )
  const looked = await preview(content, { report: true })
  expect(looked).toMatchObject({ tool: 'fresha', encoding: 'utf-8', delimiter: 'comma', dayFirst: true, rows: 7 })
  expect(looked.columns[1]).toEqual({
    head: 'Client',
    target: 'name',
    examples: ['Priyanka Natarajan', 'Priyanka N', 'Ada Obi'],
  })
  expect(looked.counts).toEqual(some({ clientsNew: 3, appointmentsNew: 2, same: 1, left: 4 }))
  expect(looked.notable.map(({ row, why }: Shown) => [row, why])).toEqual([
    [2, 'taken'],
    [4, 'taken'],
    [6, 'name'],
    [7, 'far'],
  ])
  expect(looked.report.split('\r\n')).toHaveLength(9)
  expect(await days()).toEqual([])

  const done = await run(content)
  expect(done.import).toMatchObject({ state: 'done', totalRows: 7, doneRows: 7, fileName: 'book.csv', tool: 'fresha' })
  expect(done.import.counts).toEqual(looked.counts)
  expect(done.notable).toEqual(looked.notable)
  const { report } = (await call(`/v1/providers/me/own-imports/${done.import.id}/report`)).body.data
  expect(report).toBe(looked.report)
  expect(report).toContain("'=x")
  expect((await days()).map(({ name, price, cancelled }: Record<string, unknown>) => [name, price, cancelled])).toEqual(
    [
      ['Priyanka Natarajan', 40, false],
      ['Ada Obi', 80, true],
    ],
  )
  expect((await run(content)).import.counts).toEqual(some({ same: 3, left: 4 }))
  expect(await days()).toHaveLength(2)
})

test('imported future appointments block their time', async () => {
  const { run, call } = await importer('takes')
  await run(file(...rows))
  const month = (await call('/v1/providers/calendar?month=2027-06')).body.data
  // There is no buffer before the next private appointment, but one after the last.
  expect(month.days.find(({ date }: { date: string }) => date === '2027-06-12').taken).toMatchObject([
    { startTime: '11:30', finishTime: '12:30', bufferMinutes: 0 },
    { startTime: '12:30', finishTime: '14:00', bufferMinutes: 30 },
  ])
})

test('an import fills empty fields of a client, asks the artist about differences, and never drops allergies', async () => {
  const { call, preview, run, clients } = await importer('fills')
  const add = (client: object) => call('/v1/providers/me/own-clients', 'POST', client)
  await add({ name: 'Ada Obi', email: 'ada@mail.example', allergies: 'Latex' })
  await add({ name: 'Zoë Marsh', phone: '07700 900555' })
  await add({ name: 'Ife Obi', phone: '07700 900123', note: 'Fringe' })
  const content = [
    'First Name,Last Name,Email,Phone,Address,Allergies,Note',
    'ADA,OBI,ADA@mail.example,07700 900123,1 High St,"Nuts, latex",',
    'Ann,Obi,,+44 7700 900123,,,Mother',
    'Ife,Obi,other@mail.example,07700 900999,,,',
    'Ife,Obi,,(07700) 900 123,,,Blonde',
    'Zoe,Marsh,,,,Wheat,',
  ].join('\n')
  const looked = await preview(content)
  expect(looked.counts).toEqual(some({ clientsNew: 3, clientsChanged: 1, same: 1 }))
  const byRow = new Map(looked.notable.map((one: Shown) => [one.row, one]))
  expect([...byRow.keys()]).toEqual([5, 6])
  expect(byRow.get(5)).toMatchObject({ differences: [{ field: 'note', mine: 'Fringe', file: 'Blonde' }], use: 'mine' })
  const zoe = byRow.get(6) as Shown
  expect(zoe).toMatchObject({ client: 'new', choice: 'new', candidates: [{ name: 'Zoë Marsh' }] })
  const answers = [
    { row: 6, client: zoe.candidates[0]?.id },
    { row: 5, use: 'file' },
  ]
  expect((await preview(content, { answers })).counts).toEqual(some({ clientsNew: 2, clientsChanged: 3 }))
  await run(content, { answers })
  expect((await clients()).map(({ id: _, ...client }) => Object.values(client))).toEqual([
    ['Ada Obi', 'ada@mail.example', '07700 900123', '1 High St', 'Latex, Nuts', ''],
    ['Ann Obi', '', '+44 7700 900123', '', '', 'Mother'],
    ['Ife Obi', '', '07700 900123', '', '', 'Blonde'],
    ['Ife Obi', 'other@mail.example', '07700 900999', '', '', ''],
    ['Zoë Marsh', '', '07700 900555', '', 'Wheat', ''],
  ])
})

test('a later export from the same tool updates and cancels appointments, and keeps the artist’s changes', async () => {
  const { call, run, days, clients } = await importer('updates')
  await run(file(...rows))
  const [first] = (await days()).filter(({ name }: { name: string }) => name === 'Ada Obi')
  const {
    id,
    clientId: _c,
    name: _n,
    startsAt: _s,
    endsAt: _e,
    currency: _m,
    timeZone: _z,
    answered: _a,
    ...said
  } = first
  await call(`/v1/providers/me/own-appointments/${id}`, 'PUT', { ...said, price: 90 })
  const later = [
    'A1,Priyanka Natarajan,priya@mail.example,Brows,12/06/2027 11:30,60,£42.50,Cancelled',
    'A3,Ada Obi,,"Lashes, full set",12/06/2027 15:00,90,85,Confirmed',
    'A5,Ada Obi,,Brows,20/06/2027 10:00,30,20,Confirmed',
  ]
  const done = await run(`sep=,\n${file(...later)}`, { fileName: 'another-name.csv' })
  expect(done.import.counts).toEqual(some({ appointmentsNew: 1, appointmentsChanged: 1, appointmentsCancelled: 1 }))
  expect(done.notable).toMatchObject([{ row: 3, differences: [{ field: 'price', mine: '90', file: '85' }] }])
  expect(
    (await days()).map(({ startsAt, name, price, cancelled }: Record<string, unknown>) => [
      startsAt,
      name,
      price,
      cancelled,
    ]),
  ).toEqual([
    ['2026-05-03T10:00:00+01:00', 'Priyanka Natarajan', 40, false],
    ['2027-06-12T11:30:00+01:00', 'Priyanka Natarajan', 42.5, true],
    ['2027-06-12T15:00:00+01:00', 'Ada Obi', 90, false],
    ['2027-06-13T10:00:00+01:00', 'Ada Obi', 80, true],
    ['2027-06-20T10:00:00+01:00', 'Ada Obi', 20, false],
  ])
  // Ada is recognised by her appointments in the first export, not by her name.
  expect(await clients()).toHaveLength(2)
  expect((await run(file(...later))).import.counts).toEqual(some({ same: 3 }))
})

test('undoing an import restores the earlier data, and keeps and lists later changes', async () => {
  const { call, run, undo, days, clients } = await importer('undoes')
  await call('/v1/providers/me/own-clients', 'POST', { name: 'Ada Obi', email: 'ada@mail.example' })
  await run(file(...rows.slice(0, 2)))
  const before = { clients: await clients(), days: await days() }
  const more = [
    'A1,Priyanka Natarajan,priya@mail.example,Brows,12/06/2027 16:00,60,£42.50,Confirmed',
    'B1,Ada Obi,ada@mail.example,Nails,15/06/2027 10:00,60,30,Confirmed',
    'B2,Eve Adams,eve@mail.example,Nails,16/06/2027 10:00,60,30,Confirmed',
    'B3,Kit Lowe,kit@mail.example,Nails,17/06/2027 10:00,60,30,Confirmed',
  ]
  const first = await run(file(...more))
  expect(first.import.undoUntil).toBe('2026-12-20T09:00:00.000Z')
  expect((await undo(first.import.id)).import).toMatchObject({ state: 'undone', undoUntil: null })
  expect({ clients: await clients(), days: await days() }).toEqual(before)
  expect((await undo(first.import.id)).code).toBe('state_changed')

  const second = await run(file(...more))
  expect(second.import.counts).toEqual(some({ clientsNew: 2, appointmentsNew: 3, appointmentsChanged: 1 }))
  const eve = (await clients()).find(({ name }) => name === 'Eve Adams')
  const { id: _, ...fields } = eve as object & { id: string }
  await call(`/v1/providers/me/own-clients/${eve?.id}`, 'PUT', { ...fields, note: 'Likes gold' })
  const undone = await undo(second.import.id)
  expect(undone.notable).toMatchObject([{ row: 4, name: 'Eve Adams', undone: 'kept' }])
  expect((await clients()).map(({ name }) => name)).toEqual(['Ada Obi', 'Eve Adams', 'Priyanka Natarajan'])
  expect(await days()).toEqual(before.days)
})

test('an interrupted import resumes where it stopped and creates nothing twice', async () => {
  const { artist, call, start, show, undo, clients } = await importer('resumes')
  const { db } = rig.database
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
    db,
  )
  await sql`create trigger break_off before insert on client_import_row for each row when (new.row_no = 62) execute function break_off()`.execute(
    db,
  )
  const many = Array.from({ length: 90 }, (_, i) => `Client ${i},client-${i}@mail.example`)
  const { id } = (await start(`Name,Email\n${many.join('\n')}`)).body.data.import
  const broken = (await show(id)).import
  expect(broken.state).toBe('running')
  expect(broken.doneRows).toBeGreaterThan(0)
  expect(broken.doneRows).toBeLessThan(61)
  expect(await clients()).toHaveLength(broken.doneRows)
  expect((await start('Name\nEve')).body.code).toBe('import_running')
  expect((await undo(id)).code).toBe('state_changed')
  await call('/v1/providers/me/own-clients', 'POST', { name: 'Client 70', email: 'client-70@mail.example' })
  await sql`drop function break_off cascade`.execute(db)
  await runClientImports(createJobContext(rig, 'client-imports'))
  const done = await show(id)
  expect(done.import).toMatchObject({ state: 'done', doneRows: 90, counts: some({ clientsNew: 89, same: 1 }) })
  expect(done.notable).toMatchObject([{ row: 72, client: 'same', unexpected: true }])
  expect(new Set((await clients()).map(({ name }) => name)).size).toBe(90)
  const saved = await db.selectFrom('client_import').select('content').where('provider_id', '=', artist.id).execute()
  expect(saved).toEqual([{ content: null }])
})

test('nobody else can read an import, and it is purged after 30 days', async () => {
  const { run, undo, start, preview } = await importer('owns')
  const done = await run(windows1252('Name,Phone\r\nZo\u00eb,07700 900123\r\n'))
  const { id } = done.import
  const other = await importer('somebody-else')
  for (const [path, method] of [
    ['', 'GET'],
    ['/report', 'GET'],
    ['/undo', 'POST'],
  ] as const)
    expect(
      (await other.call(`/v1/providers/me/own-imports/${id}${path}`, method, method === 'POST' ? {} : undefined)).body
        .code,
    ).toBe('not_found')
  expect((await other.call('/v1/providers/me/own-imports')).body.data.imports).toEqual([])
  expect((await other.preview('Name,Phone\nZoë,07700 900123')).counts).toEqual(some({ clientsNew: 1 }))
  expect((await start('Client')).body.code).toBe('import_unreadable')
  expect((await start(`Name\n${'Ada\n'.repeat(5_001)}`)).body.code).toBe('import_too_long')
  expect((await preview('')) ?? null).toBeNull()
  for (const path of ['/v1/providers/me/own-book', '/v1/providers/me/own-book/preview'])
    expect((await rig.call(path, { method: 'POST', body: { content: base64('Name\nEve') } })).body.code).toBe(
      'not_signed_in',
    )

  rig.at(new Date(testNow.getTime() + 31 * 86_400_000))
  const later = await createTestClient(
    rig,
    (
      await rig.database.db
        .selectFrom('provider')
        .select('account_id')
        .where('slug', '=', 'owns')
        .executeTakeFirstOrThrow()
    ).account_id as string,
  )
  expect((await later(`/v1/providers/me/own-imports/${id}/undo`, 'POST', {})).body.code).toBe('too_late')
  await deleteExpired(createJobContext(rig, 'keep-no-longer'))
  expect(await rig.database.db.selectFrom('client_import').select('id').where('id', '=', id).execute()).toEqual([])
  rig.at(testNow)
  expect((await undo(id)).code).toBe('not_found')
})

const windows1252 = (text: string) => Uint8Array.from([...text], (letter) => letter.charCodeAt(0))

test('a large file is imported in short transactions, and other requests are answered meanwhile', async () => {
  const { start, show } = await importer('large')
  const rowCount = process.env['PROVE'] ? 5_000 : 400
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
  const { import: started } = (await start(file(...many))).body.data
  over = true
  await reading
  const { import: done } = await show(started.id)
  expect(done).toMatchObject({ state: 'done', doneRows: rowCount })
  expect(done.counts.clientsNew).toBe(Math.min(rowCount, 5_000))
  expect(done.counts.appointmentsNew + done.counts.left).toBe(rowCount)
  waits.sort((a, b) => a - b)
  expect(waits.length).toBeGreaterThan(rowCount / 100)
  // The longest wait is one batch; a busy machine may take a few times as long.
  expect(waits[Math.floor(waits.length * 0.9)]).toBeLessThan(400)
  expect(waits.at(-1)).toBeLessThan(1_000)
}, 240_000)

test('two concurrent imports of one file create nothing twice', async () => {
  const { start, days, clients } = await importer('at-once')
  const answers = await Promise.all([start(file(...rows)), start(file(...rows))])
  expect(answers.filter(({ body }) => body.code).map(({ body }) => body.code)).toEqual(
    answers.every(({ status }) => status === 200) ? [] : ['import_running'],
  )
  expect(await days()).toHaveLength(4)
  expect(await clients()).toHaveLength(2)
})
