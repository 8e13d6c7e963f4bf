import { expect, test } from 'vitest'
import { lastKept, said, summaryOf } from './summary.ts'

const drawing = (cpuMs: number) => new Map([['drawing', [{ page: '/', cpuMs }]]])

test('a figure is shown beside that of a peer, with its change from the last saved one', () => {
  const [row] = summaryOf(drawing(4.25), drawing(5))
  expect(row).toEqual({ what: '/ rendered, CPU', seen: 4.25, unit: 'ms', ofPeer: 0.5, change: -0.15 })
  expect(said(summaryOf(drawing(4.25), drawing(5)))[0]).toMatch(/4\.25 ms {2}0\.5 of a peer's +-15 %$/)
})

test('a figure that was not measured has no line, and a figure without a saved value is new', () => {
  expect(summaryOf(new Map(), drawing(5))).toEqual([])
  expect(summaryOf(drawing(5), new Map())[0]?.change).toBeNull()
  expect(summaryOf(drawing(5), new Map([['drawing', { of: 'another shape' }]]))[0]?.change).toBeNull()
  expect(summaryOf(new Map([['streams', { memoryKbEach: 16 }]]), new Map()).map(({ what }) => what)).toEqual([
    'a stream, memory',
  ])
})

test('a measurement on several databases has a line for each, with the CPU time of the database', () => {
  const searches = (server: number, database: number | null) => ({
    warm: [{ serverCpuMsPerSearch: server, databaseCpuMsPerSearch: database }],
  })
  const seen = new Map<string, unknown>([
    ['searches-embedded', searches(5.1, null)],
    ['searches-m1m', searches(3, 1.5)],
    ['bookings-m1m', [{ cpuMs: { server: 7, database: 9 } }]],
    ['tables', [{ ms: { p95: 4 } }, { ms: { p95: 6 } }]],
  ])
  expect(summaryOf(seen, new Map([['searches-m1m', searches(2, 1.5)]]))).toMatchObject([
    { what: 'a search, sequential, server CPU (embedded)', seen: 5.1, ofPeer: 0.1, change: null },
    { what: 'a search, sequential, server CPU (m1m)', seen: 3, change: 0.5 },
    { what: 'the same, database CPU (m1m)', seen: 1.5, change: 0 },
    { what: 'a booking, sequential, server CPU (m1m)', seen: 7 },
    { what: 'the same, database CPU (m1m)', seen: 9 },
    { what: 'a console page with 100,000 rows, slowest p95', seen: 6 },
  ])
})

test('the last saved result of a kind is found, ignoring other kinds', () => {
  const results = new URL('./results/', import.meta.url)
  expect(lastKept(results, 'streams')).toMatchObject({ memoryKbEach: expect.any(Number) })
  expect(lastKept(results, 'searches')).toBeUndefined()
  expect(summaryOf(new Map([['page-weight', lastKept(results, 'page-weight')]]), new Map()).length).toBe(4)
})
