import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from './day-blocks.ts'
import { findStartMinute, leastMinutes, placeBlocks, sharesWidth } from './place-blocks.ts'

const make = (key: string, from: number, to: number, more: Partial<Block> = {}): Block => ({
  key,
  from,
  to,
  look: 'job',
  state: 'booked',
  title: key,
  text: '',
  time: '',
  details: [],
  ...more,
})
const way = (host: Block, minutes: number) =>
  make(`way of ${host.key}`, host.from - minutes, host.from, { look: 'way', host: host.key })
const buffer = (host: Block, minutes: number) =>
  make(`buffer of ${host.key}`, host.to, host.to + minutes, { look: 'buffer', host: host.key })
const stripsOf = (blocks: readonly Block[]) =>
  placeBlocks(blocks).strips.map(({ blocks, from, to }) => [blocks.map(({ key }) => key).join(' + '), from, to])

test('short travel and a short buffer are drawn high enough to be read', () => {
  const ada = make('Ada', 600, 660)
  expect(stripsOf([way(ada, 5), ada, buffer(ada, 10)])).toEqual([
    ['way of Ada', 580, 600],
    ['buffer of Ada', 660, 680],
  ])
})

test('in a short gap, a buffer and the next travel share a strip; in none, the text moves into the booking', () => {
  const [ada, eve, ida] = [make('Ada', 540, 600), make('Eve', 630, 690), make('Ida', 700, 760)]
  const { strips, blocks } = placeBlocks([ada, buffer(ada, 10), way(eve, 12), eve, buffer(eve, 5), way(ida, 8), ida])
  expect(strips.map(({ blocks, from, to }) => [blocks.length, from, to])).toEqual([[2, 600, 630]])
  expect(blocks.map(({ block, inside }) => [block.key, inside.map(({ key }) => key)])).toEqual([
    ['Ada', []],
    ['Eve', ['buffer of Eve']],
    ['Ida', ['way of Ida']],
  ])
})

test('overlapping blocks share the width, and a block beside them keeps all of it', () => {
  const placed = placeBlocks([make('a', 540, 660), make('b', 600, 720), make('c', 800, 860)]).blocks
  expect(placed.map(({ block, lane, lanes }) => [block.key, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 1],
  ])
})

test('closed time and a blocked day are drawn behind the others', () => {
  const closed = make('closed', 300, 540, { look: 'closed' })
  const whole = make('whole', 300, 1740, { look: 'bookedOut', whole: true })
  const { background, blocks } = placeBlocks([closed, whole, make('a', 400, 500)])
  expect(background).toEqual([closed, whole])
  expect(blocks).toMatchObject([{ lanes: 1 }])
})

const anyDay = fc
  .array(
    fc.record({
      from: fc.integer({ min: 60, max: 270 }).map((step) => step * 5),
      length: fc.integer({ min: 1, max: 30 }).map((step) => step * 5),
      way: fc.option(fc.integer({ min: 1, max: 60 })),
      buffer: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
    { maxLength: 12 },
  )
  .map((jobs) =>
    jobs.flatMap((job, i) => {
      const host = make(`job ${i}`, job.from, job.from + job.length)
      return [
        host,
        ...(job.way === null ? [] : [way(host, job.way)]),
        ...(job.buffer === null ? [] : [buffer(host, job.buffer)]),
      ]
    }),
  )

test('no block or strip covers another, each can be read, and nothing is lost', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const { blocks, strips } = placeBlocks(day)
      const areas = [...blocks, ...strips]
      for (const [i, a] of areas.entries()) {
        expect(a.to - a.from).toBeGreaterThanOrEqual(leastMinutes)
        expect(a.lane).toBeLessThan(a.lanes)
        for (const b of areas.slice(i + 1)) expect(a.from < b.to && b.from < a.to && sharesWidth(a, b)).toBe(false)
      }
      const shown = [
        ...blocks.flatMap(({ block, inside }) => [block, ...inside]),
        ...strips.flatMap(({ blocks }) => blocks),
      ]
      expect(shown.map(({ key }) => key).toSorted()).toEqual(day.map(({ key }) => key).toSorted())
    }),
  )
})

test('a group of overlapping blocks has as many lanes as blocks that overlap at one moment', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const { blocks } = placeBlocks(day)
      for (const one of blocks) {
        // The group by brute force: everything that overlaps it, directly or through others.
        const group = new Set([one])
        for (let grew = true; grew; ) {
          const size = group.size
          for (const other of blocks)
            if ([...group].some(({ from, to }) => other.from < to && from < other.to)) group.add(other)
          grew = group.size > size
        }
        const atOnce = [...group].map(({ from }) => [...group].filter((b) => b.from <= from && b.to > from).length)
        expect(one.lanes).toBe(Math.max(...atOnce))
      }
    }),
  )
})

test('a time grid opens at the first entry that is not over, and shows the time before now if both fit', () => {
  const now = { date: '2026-11-24', minute: 600 }
  const open = (date: string, ...blocks: Block[]) => findStartMinute([{ day: { date }, blocks }], now, 480)
  const closed = make('closed', 300, 480, { look: 'closed' })
  const feed = make('feed', 300, 1740, { look: 'feed' })
  expect(open('2026-11-24', closed, make('soon', 720, 780))).toBe(540)
  expect(open('2026-11-24', make('long', 500, 780))).toBe(470)
  expect(open('2026-11-24', make('over', 420, 480))).toBe(390)
  expect(open('2026-11-24', make('over', 420, 480), make('soon', 720, 780))).toBe(540)
  expect(open('2026-11-24', make('long over', 60, 120))).toBe(540)
  expect(open('2026-11-24', make('late', 1140, 1260))).toBe(1110)
  expect(open('2026-11-25', closed, feed, make('late', 1140, 1260))).toBe(1110)
  expect(open('2026-11-25', closed, feed)).toBe(480)
})
