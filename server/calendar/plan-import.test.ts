import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportAnswer } from '#contract/calendar/client-imports.ts'
import { ImportState, type StoredClient, type StoredState } from './import-state.ts'
import { type ImportClock, ImportPlanner, type RowPlan } from './plan-import.ts'
import { type ImportFile, readImport } from './import-file.ts'

const now = new Date('2026-11-20T09:00:00Z')
const clock: ImportClock = {
  now,
  toValues: ({ eventDate, startTime, minutes, price, cancelled, ...said }, clientId) => {
    const from = Date.parse(`${eventDate}T${startTime}:00Z`)
    return {
      ...said,
      client_id: clientId,
      event_date: eventDate,
      tz: 'UTC',
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + minutes * 60_000).toISOString(),
      lat: null,
      lng: null,
      price_minor: price === null ? null : Math.round(price * 100),
      cancelled,
      answered: null,
    }
  },
}
const read = (content: string) =>
  readImport(new TextEncoder().encode(content), { fileName: '', answers: [] }, { country: 'GB', tz: 'UTC' })
const nothing: StoredState = {
  country: 'GB',
  clients: [],
  appointments: [],
  busy: [],
  clientRoom: 5_000,
  appointmentRoom: 20_000,
  resolved: new Map(),
}
const client = (id: string, fields: Partial<StoredClient>): StoredClient => ({
  id,
  name: '',
  email: '',
  phone: '',
  address: '',
  note: '',
  allergies: '',
  key: null,
  rowKey: null,
  ...fields,
})

/** Plans a file in batches, each on the state after the previous one. */
function planInBatches(file: ImportFile, stored: StoredState, sizes: readonly number[], answers: ImportAnswer[] = []) {
  const saved = {
    clients: new Map(stored.clients.map((one) => [one.id, one])),
    appointments: new Map(stored.appointments.map((one) => [one.id, one])),
    busy: new Map(stored.busy.map((time, i) => [time.ownId ?? `${i}`, time])),
    resolved: new Map(stored.resolved),
  }
  const plans: RowPlan[] = []
  for (let next = 0, i = 0; next < file.rows.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    const state = new ImportState({
      ...stored,
      clients: [...saved.clients.values()],
      appointments: [...saved.appointments.values()],
      busy: [...saved.busy.values()],
      clientRoom: stored.clientRoom - (saved.clients.size - stored.clients.length),
      appointmentRoom: stored.appointmentRoom - (saved.appointments.size - stored.appointments.length),
      resolved: saved.resolved,
    })
    const planner = new ImportPlanner(file, state, answers, clock)
    for (const row of file.rows.slice(next, next + size)) {
      const plan = planner.plan(row)
      plans.push(plan)
      save(plan)
    }
    next += size
  }
  return plans.map(({ shown }) => shown)

  function save({ row, client: one, appointment }: RowPlan) {
    if (one) saved.resolved.set(row, one.id)
    if (one?.kind === 'new') saved.clients.set(one.id, { ...one.fields, id: one.id, key: one.key, rowKey: one.rowKey })
    const before = one && saved.clients.get(one.id)
    if (one && one.kind !== 'new' && before)
      saved.clients.set(one.id, {
        ...before,
        ...(one.kind === 'changed' ? one.after : {}),
        key: one.key ?? before.key,
        rowKey: one.rowKey ?? before.rowKey,
      })
    if (!appointment) return
    const { id, key, after: values, imported } = appointment
    saved.appointments.set(id, { id, key, values, imported, isTouched: false })
    saved.busy.delete(id)
    const time = { from: Date.parse(values.starts_at), to: Date.parse(values.ends_at), ownId: id }
    if (!values.cancelled && time.to > now.getTime()) saved.busy.set(id, time)
  }
}

const line = fc.record({
  reference: fc.constantFrom('', 'A1', 'A2', 'A3', 'A4'),
  name: fc.constantFrom('Ada Obi', 'ada obi', 'Ada', 'Ife Obi', 'Zoë Marsh', 'Eve', ''),
  email: fc.constantFrom('', 'ada@mail.example', 'other@mail.example'),
  phone: fc.constantFrom('', '07700 900123', '07700 900124'),
  allergies: fc.constantFrom('', 'Latex', 'Nuts'),
  date: fc.constantFrom('12/06/2027', '13/06/2027', '03/05/2026', 'soon'),
  time: fc.constantFrom('10:00', '10:30', '12:00'),
  status: fc.constantFrom('', 'Cancelled'),
})

test('an import does what its preview shows, however its rows are split into batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 6 }),
      async (lines, sizes, room) => {
        const content = [
          'Ref,Client,Email,Phone,Allergies,Date,Time,Status',
          ...lines.map((one) => Object.values(one).join(',')),
        ].join('\n')
        const file = await read(content)
        const stored = {
          ...nothing,
          clientRoom: room,
          clients: [
            client('1', { name: 'Ada Obi', email: 'ada@mail.example', allergies: 'Wheat' }),
            client('2', { name: 'Zoë Marsh' }),
          ],
        }
        const whole = planInBatches(file, stored, [file.rows.length])
        // Ids of new clients differ between plans.
        const plain = (rows: typeof whole) =>
          rows.map((row) => ({
            ...row,
            candidates: row.candidates.map(({ name, email }) => [name, email]),
            choice: '',
          }))
        expect(plain(planInBatches(file, stored, sizes))).toEqual(plain(whole))
      },
    ),
  )
})

test('no allergy is ever dropped', async () => {
  const texts = fc.constantFrom('', 'Latex', 'latex', 'Nuts, wheat', 'Nickel; latex', 'x'.repeat(990))
  await fc.assert(
    fc.asyncProperty(texts, fc.array(texts, { minLength: 1, maxLength: 4 }), async (mine, others) => {
      const file = await read(
        ['Name,Email,Allergies', ...others.map((one) => `Ada Obi,ada@mail.example,"${one}"`)].join('\n'),
      )
      const state = new ImportState({
        ...nothing,
        clients: [client('1', { name: 'Ada Obi', email: 'ada@mail.example', allergies: mine })],
      })
      const planner = new ImportPlanner(file, state, [], clock)
      for (const row of file.rows) planner.plan(row)
      const saved = state.clients.get('1')
      const text = `${saved?.allergies}\n${saved?.note}`.toLowerCase()
      for (const one of [mine, ...others].flatMap((list) => list.split(/[,;]/)))
        expect(text).toContain(one.trim().toLowerCase())
      expect(saved?.allergies.length).toBeLessThanOrEqual(1_000)
    }),
  )
})

test('an ambiguous row is assigned to the client that the artist chooses', async () => {
  const file = await read('Name,Phone\nAda Obi,07700 900123\nAda Obi,\nEve,')
  const stored = { ...nothing, clients: [client('1', { name: 'Eve', email: 'eve@mail.example' })] }
  expect(planInBatches(file, stored, [3])).toMatchObject([
    { client: 'new', candidates: [] },
    { client: 'new', choice: 'new', candidates: [{ id: 'row-2' }] },
    { client: 'new', choice: 'new', candidates: [{ id: '1' }] },
  ])
  const answers = [
    { row: 3, client: 'row-2' },
    { row: 4, client: '1' },
  ]
  expect(planInBatches(file, stored, [1], answers)).toMatchObject([
    { client: 'new' },
    { client: 'same', choice: 'row-2' },
    { client: 'same', choice: '1' },
  ])
})

test('appointments beyond the limit are skipped', async () => {
  const file = await read('Client,Date,Time\nAda,12/06/2027,10:00\nAda,13/06/2027,10:00')
  expect(planInBatches(file, { ...nothing, appointmentRoom: 1 }, [2])).toMatchObject([
    { appointment: 'new', why: null },
    { client: 'same', appointment: null, why: 'full' },
  ])
})
