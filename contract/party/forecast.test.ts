import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '#contract/search/quotes.ts'
import { deriveDayFacts, getCurrentProgress } from './day-facts.ts'
import { type DayWord, isWhole } from './day-updates.ts'
import { computeForecast, type Forecast, SILENT_MOST } from './forecast.ts'

const runs = process.env['PROVE'] ? 3_000 : 200
const minute = 60_000
const base = Date.parse('2027-06-12T08:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const at = (minutes: number) => iso(base + minutes * minute)

type Seat = { chair: number; person: number; from: number; minutes: number }
const planOf = (seats: readonly Seat[], { setup = 15, spare = 10 } = {}): Plan => {
  const done = Math.max(...seats.map(({ from, minutes }) => from + minutes))
  const start = Math.min(...seats.map(({ from }) => from))
  return {
    arriveAt: at(start - setup),
    startAt: at(start),
    doneAt: at(done),
    readyBy: at(done + spare),
    spareMinutes: spare,
    setupMinutes: setup,
    timeZone: 'UTC',
    clocksChange: false,
    early: false,
    artists: ['Ana', 'Bea', 'Cleo'],
    blocks: seats.map(({ chair, person, from, minutes }, i) => ({
      artist: ['Ana', 'Bea', 'Cleo'][chair] as string,
      artistIndex: chair,
      person,
      serviceId: `s${i}`,
      label: `Service ${i}`,
      from: at(from),
      to: at(from + minutes),
    })),
  }
}

let ids = 0
const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
const word = (kind: DayWord['kind'], said: number, more: Partial<DayWord> = {}): DayWord => ({
  id: newId(),
  kind,
  undo: false,
  person: null,
  serviceId: null,
  minutes: null,
  at: at(said),
  ...more,
})
const of = (plan: Plan, i: number) => {
  const block = plan.blocks[i] as Plan['blocks'][number]
  return { person: block.person, serviceId: block.serviceId }
}
const run = (plan: Plan, words: readonly DayWord[], now: number | null = null): Forecast =>
  computeForecast(plan, words, now === null ? null : base + now * minute, iso)
const minutesOf = (ms: number) => (ms - base) / minute
const fromOf = (seen: Forecast, i: number) => minutesOf(seen.sittings[i]?.from as number)
const toOf = (seen: Forecast, i: number) => minutesOf(seen.sittings[i]?.to as number)

/** Plans with gaps, in which no one sits in two chairs at once. */
const plans = fc
  .record({
    seats: fc.array(
      fc.record({
        chair: fc.integer({ min: 0, max: 2 }),
        person: fc.integer({ min: 1, max: 4 }),
        minutes: fc.integer({ min: 5, max: 60 }),
        gap: fc.constantFrom(0, 0, 0, 5, 20),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    setup: fc.integer({ min: 0, max: 30 }),
    spare: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ seats, ...more }) => {
    const [chairs, people] = [new Map<number, number>(), new Map<number, number>()]
    const laid = seats.map(({ chair, person, minutes, gap }) => {
      const from = Math.max(60, chairs.get(chair) ?? 60, people.get(person) ?? 60) + gap
      chairs.set(chair, from + minutes)
      people.set(person, from + minutes)
      return { chair, person, from, minutes }
    })
    return planOf(laid, more)
  })

type Draft = { kind: DayWord['kind']; undo: boolean; which: number; whole: boolean; minutes: number; at: number }
const drafts = fc.array(
  fc.record<Draft>({
    kind: fc.constantFrom<DayWord['kind']>('left', 'arrived', 'late', 'started', 'started', 'done', 'done'),
    undo: fc.constantFrom(false, false, false, true),
    which: fc.nat(20),
    whole: fc.constantFrom(false, false, false, true),
    minutes: fc.integer({ min: 0, max: 60 }),
    at: fc.integer({ min: 0, max: 400 }),
  }),
  { maxLength: 12 },
)
const wordsOf = (plan: Plan, said: readonly Draft[]): DayWord[] =>
  said.map(({ kind, undo, which, whole, minutes, at: when }) =>
    word(kind, when, {
      undo,
      ...(kind === 'started' || (kind === 'done' && !whole) ? of(plan, which % plan.blocks.length) : {}),
      ...(kind === 'late' && !undo ? { minutes } : {}),
    }),
  )
const days = fc
  .tuple(plans, drafts, fc.option(fc.integer({ min: 0, max: 700 }), { nil: null }))
  .map(([plan, said, now]) => ({ plan, words: wordsOf(plan, said), now }))

/** A simulated day: the delay and overrun of each sitting, and how many are done; the next may be running. */
const worked = fc
  .tuple(
    plans,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: -4, max: 25 })), {
      minLength: 7,
      maxLength: 7,
    }),
    fc.nat(7),
    fc.boolean(),
  )
  .map(([plan, delays, over, under]) => ({ plan, delays, over, under }))
type Worked = { plan: Plan; delays: readonly (readonly [number, number])[]; over: number; under: boolean }

function wordsOfWorked({ plan, delays, over, under }: Worked): DayWord[] {
  const order = plan.blocks
    .map((_, i) => i)
    .sort((a, b) => Date.parse(plan.blocks[a]?.from ?? '') - Date.parse(plan.blocks[b]?.from ?? ''))
  const [chairs, people] = [new Map<number, number>(), new Map<number, number>()]
  return order.slice(0, over + (under ? 1 : 0)).flatMap((i, nth) => {
    const block = plan.blocks[i] as Plan['blocks'][number]
    const [late, longer] = delays[nth] ?? [0, 0]
    const begins =
      Math.max(minutesOf(Date.parse(block.from)), chairs.get(block.artistIndex) ?? 0, people.get(block.person) ?? 0) +
      late
    const ends = begins + Math.max(1, (Date.parse(block.to) - Date.parse(block.from)) / minute + longer)
    chairs.set(block.artistIndex, ends)
    people.set(block.person, ends)
    return [word('started', begins, of(plan, i)), ...(nth < over ? [word('done', ends, of(plan, i))] : [])]
  })
}

describe('Forecast of a day', () => {
  test('without reports the forecast equals the plan, at any time', () => {
    fc.assert(
      fc.property(plans, fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }), (plan, now) => {
        const seen = run(plan, [], now)
        expect(seen.plan).toEqual(plan)
        expect(seen.sittings.map(({ from, to }) => [iso(from), iso(to)])).toEqual(
          plan.blocks.map(({ from, to }) => [from, to]),
        )
        expect(seen).toMatchObject({ behind: 0, finishedAt: null, spare: plan.spareMinutes })
      }),
      { numRuns: runs },
    )
  })

  test('reports give the same forecast in any order and when repeated', () => {
    fc.assert(
      fc.property(days, fc.infiniteStream(fc.nat()), ({ plan, words, now }, chance) => {
        const again = [...words, ...words.filter(() => (chance.next().value as number) % 2 === 0)]
        const other = again
          .map((one) => ({ one, by: chance.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .map(({ one }) => one)
        expect(run(plan, other, now)).toEqual(run(plan, words, now))
        // Invalid updates have no effect.
        expect(run(plan, getCurrentProgress(words), now)).toEqual(run(plan, words, now))
      }),
      { numRuns: runs },
    )
  })

  test('the forecast contains the same people with the same artists as the plan, and no future sitting is shorter or longer', () => {
    fc.assert(
      fc.property(days, ({ plan, words, now }) => {
        const seen = run(plan, words, now)
        for (const [i, sitting] of seen.sittings.entries()) {
          const block = plan.blocks[i] as Plan['blocks'][number]
          expect(sitting).toMatchObject({ person: block.person, artistIndex: block.artistIndex })
          expect(sitting.from).toBeLessThanOrEqual(sitting.to)
          if (sitting.state === 'ahead') {
            expect(sitting.to - sitting.from).toBe(Date.parse(block.to) - Date.parse(block.from))
            expect(sitting.from).toBeGreaterThanOrEqual(Date.parse(block.from))
          }
          if (words.length > 0 && seen.facts.saidAt !== null)
            expect(seen.plan.blocks[i]).toMatchObject({ from: iso(sitting.from), to: iso(sitting.to) })
        }
        const last = Math.max(...seen.sittings.map(({ to }) => to))
        expect(seen.spare).toBe((Date.parse(plan.readyBy as string) - last) / minute)
      }),
      { numRuns: runs },
    )
  })

  test('nobody sits in a chair that is occupied, and waiting people keep their order', () => {
    fc.assert(
      fc.property(days, ({ plan, words, now }) => {
        const { sittings } = run(plan, words, now)
        for (const a of sittings)
          for (const b of sittings) {
            if (a === b || a.artistIndex !== b.artistIndex) continue
            expect(a.from < b.to && b.from < a.to).toBe(false)
            if (a.state === 'ahead' && b.state === 'ahead' && a.plannedFrom < b.plannedFrom)
              expect(a.to).toBeLessThanOrEqual(b.from)
            if (a.state !== 'ahead' && b.state === 'ahead') expect(a.to).toBeLessThanOrEqual(b.from)
          }
        // No person who still waits sits in two chairs at once.
        for (const a of sittings)
          for (const b of sittings)
            if (a !== b && a.person === b.person && a.state === 'ahead')
              expect(a.from < b.to && b.from < a.to).toBe(false)
      }),
      { numRuns: runs },
    )
  })

  test('finished sittings never change, whatever is reported later and at any time', () => {
    fc.assert(
      fc.property(worked, fc.integer({ min: 0, max: 120 }), (day, later) => {
        const words = wordsOfWorked(day)
        const seen = run(day.plan, words)
        const last = Math.max(60, ...words.map((one) => minutesOf(Date.parse(one.at))))
        const more = wordsOfWorked({ ...day, over: day.over + 1 }).slice(words.length)
        const then = run(day.plan, [...words, ...more], last + later)
        for (const [i, sitting] of seen.sittings.entries())
          if (sitting.state === 'done') expect(then.sittings[i]).toEqual(sitting)
      }),
      { numRuns: runs },
    )
  })

  test('later events never make the forecast earlier', () => {
    fc.assert(
      fc.property(worked, fc.nat(6), fc.integer({ min: 0, max: 30 }), fc.nat(200), (day, which, by, on) => {
        const later = day.delays.map(([late, longer], i): readonly [number, number] =>
          i === which ? [late + by, longer + by] : [late, longer],
        )
        const [soon, slow] = [wordsOfWorked(day), wordsOfWorked({ ...day, delays: later })]
        const now = 60 + on
        const [a, b, c] = [run(day.plan, soon, now), run(day.plan, slow, now), run(day.plan, soon, now + by)]
        for (const [i, sitting] of a.sittings.entries()) {
          expect(b.sittings[i]?.from).toBeGreaterThanOrEqual(sitting.from)
          expect(b.sittings[i]?.to).toBeGreaterThanOrEqual(sitting.to)
          expect(c.sittings[i]?.from).toBeGreaterThanOrEqual(sitting.from)
          expect(c.sittings[i]?.to).toBeGreaterThanOrEqual(sitting.to)
        }
        expect(b.behind).toBeGreaterThanOrEqual(0)
        expect(b.spare as number).toBeLessThanOrEqual(a.spare as number)
      }),
      { numRuns: runs },
    )
  })

  test('delays use gaps and spare minutes first', () => {
    fc.assert(
      fc.property(worked, (day) => {
        const seen = run(day.plan, wordsOfWorked(day))
        const byChair = Map.groupBy(seen.sittings, ({ artistIndex }) => artistIndex)
        for (const chair of byChair.values()) {
          const ahead = chair.filter(({ state }) => state === 'ahead').sort((a, b) => a.plannedFrom - b.plannedFrom)
          for (const [i, next] of ahead.entries()) {
            // No sitting has a greater delay than the earlier sittings, minus the gap.
            const before =
              ahead[i - 1] ??
              chair
                .filter(({ state }) => state !== 'ahead')
                .sort((a, b) => a.to - b.to)
                .at(-1)
            const others = seen.sittings.filter(
              (one) => one.person === next.person && one !== next && one.to <= next.from,
            )
            const most = Math.max(next.plannedFrom, before?.to ?? 0, ...others.map(({ to }) => to))
            expect(next.from).toBe(most)
          }
        }
        const lateMost = Math.max(0, ...seen.sittings.map(({ to, plannedTo }) => to - plannedTo)) / minute
        if (lateMost <= day.plan.spareMinutes) expect(seen.spare).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: runs },
    )
  })

  test('the forecast equals a search over every minute', () => {
    const small = worked.filter(({ plan }) => plan.blocks.length <= 4)
    fc.assert(
      fc.property(small, (day) => {
        const words = wordsOfWorked(day)
        const seen = run(day.plan, words)
        expect(seen.sittings.map(({ from }) => minutesOf(from))).toEqual(byTrying(day.plan, seen))
      }),
      { numRuns: Math.min(runs, 400) },
    )
  })
})

/** Returns the first possible minute of each waiting person by brute force. */
function byTrying(plan: Plan, seen: Forecast): number[] {
  const taken: { chair: number; person: number; from: number; to: number }[] = seen.sittings
    .filter(({ state }) => state !== 'ahead')
    .map(({ artistIndex, person, from, to }) => ({
      chair: artistIndex,
      person,
      from: minutesOf(from),
      to: minutesOf(to),
    }))
  const found = new Map(
    seen.sittings.flatMap((sitting, i) => (sitting.state === 'ahead' ? [] : [[i, minutesOf(sitting.from)] as const])),
  )
  const waiting = plan.blocks
    .map((block, i) => ({ ...block, i, planned: minutesOf(Date.parse(block.from)) }))
    .filter(({ i }) => !found.has(i))
    .sort((a, b) => a.planned - b.planned)
  for (const { i, artistIndex, person, from, to, planned } of waiting) {
    const length = (Date.parse(to) - Date.parse(from)) / minute
    let when = planned
    const free = (t: number) =>
      taken.every((one) => (one.chair !== artistIndex && one.person !== person) || one.to <= t)
    while (!free(when)) when++
    found.set(i, when)
    taken.push({ chair: artistIndex, person, from: when, to: when + length })
  }
  return plan.blocks.map((_, i) => found.get(i) as number)
}

describe('A day of three people in one chair', () => {
  // 9:00 to 9:30, 9:30 to 10:00, a gap of ten minutes, 10:10 to 10:40; ready by 10:50.
  const plan = planOf([
    { chair: 0, person: 1, from: 60, minutes: 30 },
    { chair: 0, person: 2, from: 90, minutes: 30 },
    { chair: 0, person: 3, from: 130, minutes: 30 },
  ])

  test('a delay of twelve minutes is reduced by a gap of ten', () => {
    const seen = run(plan, [word('arrived', 45), word('started', 72, of(plan, 0))])
    expect([0, 1, 2].map((i) => fromOf(seen, i))).toEqual([72, 102, 132])
    expect(seen).toMatchObject({ behind: 12, spare: 8 })
    expect(seen.sittings.map(({ state }) => state)).toEqual(['now', 'ahead', 'ahead'])
  })

  test('the forecast misses the ready-by time and reports by how much', () => {
    const seen = run(plan, [word('started', 85, of(plan, 0)), word('done', 125, of(plan, 0))])
    expect([1, 2].map((i) => fromOf(seen, i))).toEqual([125, 155])
    expect(seen.spare).toBe(-15)
  })

  test('an artist who arrives late and sets up starts the first person late', () => {
    expect(fromOf(run(plan, [word('arrived', 55)]), 0)).toBe(70)
    expect(fromOf(run(plan, [word('arrived', 20)]), 0)).toBe(60)
  })

  test('a reported delay postpones everything that has not begun, until the artist arrives', () => {
    const late = word('late', 30, { minutes: 20 })
    expect([0, 1, 2].map((i) => fromOf(run(plan, [late]), i))).toEqual([80, 110, 140])
    expect(fromOf(run(plan, [late, word('arrived', 47)]), 0)).toBe(62)
    const meanwhile = word('late', 95, { minutes: 20 })
    expect([0, 1, 2].map((i) => fromOf(run(plan, [word('arrived', 45), meanwhile]), i))).toEqual([60, 90, 150])
    const said = [word('arrived', 45), word('started', 60, of(plan, 0)), word('late', 75, { minutes: 20 })]
    expect([0, 1, 2].map((i) => fromOf(run(plan, said), i))).toEqual([60, 110, 140])
    const then = [...said, word('done', 95, of(plan, 0)), word('started', 96, of(plan, 1))]
    expect([1, 2].map((i) => fromOf(run(plan, then), i))).toEqual([96, 130])
    expect(fromOf(run(plan, [late, word('late', 31, { minutes: 0 })]), 0)).toBe(60)
  })

  test('a start on time ends a reported delay, also if both are reported in the same minute', () => {
    const since = planOf([
      { chair: 0, person: 1, from: 60, minutes: 30 },
      { chair: 0, person: 2, from: 90, minutes: 30 },
    ])
    for (const before of [20, 59.9, 60.1]) {
      const words = [word('late', before, { minutes: 20 }), word('arrived', 60.2), word('started', 60.5, of(since, 0))]
      const seen = run(since, words, 62)
      expect([before, seen.behind, seen.spare, fromOf(seen, 1)]).toEqual([before, 0, 10, 90])
      const after = run(since, [...words, word('late', 60.8, { minutes: 20 })], 62)
      expect([before, after.behind]).toEqual([before, 20])
    }
  })

  test('a finished sitting ends a reported delay: the next one starts as planned', () => {
    const said = [word('arrived', 45), word('started', 60, of(plan, 0)), word('late', 75, { minutes: 20 })]
    expect(fromOf(run(plan, said), 1)).toBe(110)
    const seen = run(plan, [...said, word('done', 88, of(plan, 0))])
    expect([fromOf(seen, 1), seen.behind]).toEqual([90, 0])
  })

  test('time passing postpones the current and next sittings in steps, for up to an hour', () => {
    const words = [word('started', 60, of(plan, 0))]
    expect(run(plan, words, 90).behind).toBe(0)
    expect([toOf(run(plan, words, 99), 0), fromOf(run(plan, words, 99), 1)]).toEqual([95, 95])
    expect(toOf(run(plan, words, 500), 0)).toBe(90 + SILENT_MOST)
    const waiting = [...words, word('done', 90, of(plan, 0))]
    expect(fromOf(run(plan, waiting, 107), 1)).toBe(105)
    expect(run(plan, [word('arrived', 45)], 200).behind).toBe(0)
  })

  test('starting a sitting ends the previous one, and a finished day stays finished', () => {
    const seen = run(plan, [word('started', 60, of(plan, 0)), word('started', 88, of(plan, 1))])
    expect([toOf(seen, 0), seen.sittings[0]?.state]).toEqual([88, 'done'])
    const all = run(plan, [word('started', 60, of(plan, 0)), word('done', 150)], 300)
    expect(all.sittings.every(({ state }) => state === 'done')).toBe(true)
    expect(minutesOf(all.finishedAt as number)).toBe(150)
    expect(toOf(all, 2)).toBe(150)
    const each = [0, 1, 2].map((i) => word('done', 90 + 30 * i, of(plan, i)))
    expect(minutesOf(run(plan, each).finishedAt as number)).toBe(150)
    expect(fromOf(run(plan, each), 1)).toBe(90)
  })
})

describe('Valid reports', () => {
  const plan = planOf([{ chair: 0, person: 1, from: 60, minutes: 30 }])
  const sitting = of(plan, 0)

  test('a repeated tap changes nothing and the first counts; the latest undo reverts everything before it', () => {
    const [first, second] = [word('started', 61, sitting), word('started', 66, sitting)]
    expect(deriveDayFacts([second, first]).startedAt.get('1 s0')).toBe(Date.parse(first.at))
    const undo = word('started', 63, { ...sitting, undo: true })
    expect(getCurrentProgress([undo, second, first])).toEqual([second])
    expect(getCurrentProgress([word('started', 70, { ...sitting, undo: true }), undo, second, first])).toEqual([])
    expect(getCurrentProgress([word('done', 70, { ...sitting, undo: true }), first])).toEqual([first])
  })

  test('a started sitting implies that the artist has arrived', () => {
    expect(deriveDayFacts([word('started', 61, sitting)]).arrivedAt).toBe(base + 61 * minute)
    expect(deriveDayFacts([word('arrived', 50), word('started', 61, sitting)]).arrivedAt).toBe(base + 50 * minute)
    expect(deriveDayFacts([word('arrived', 50), word('arrived', 51, { undo: true })])).toMatchObject({
      arrivedAt: null,
      saidAt: null,
    })
  })

  test('an incomplete report is ignored', () => {
    expect(isWhole(word('started', 0))).toBe(false)
    expect(isWhole(word('arrived', 0, sitting))).toBe(false)
    expect(isWhole(word('late', 0))).toBe(false)
    expect(isWhole(word('late', 0, { undo: true }))).toBe(true)
    expect(isWhole(word('late', 0, { minutes: 5 }))).toBe(true)
    expect(isWhole(word('done', 0, { person: 1 }))).toBe(false)
    expect(isWhole(word('done', 0))).toBe(true)
  })
})
