import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayWord } from '#contract/party/day-updates.ts'
import { computeForecast } from '#contract/party/forecast.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { type DayPart, runTogether } from './live-day.ts'

const runs = process.env['PROVE'] ? 3_000 : 200
const minute = 60_000
const base = Date.parse('2027-06-12T08:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const at = (minutes: number) => iso(base + minutes * minute)
const minutesOf = (ms: number) => (ms - base) / minute
const artists = ['Ana Moss', 'Bea Lark', 'Cleo Reed']

type Seat = { part: number; who: number; from: number; minutes: number; id: string }

const planOf = (seats: readonly Seat[], person: (seat: Seat) => number, chair: (seat: Seat) => number): Plan => {
  const start = Math.min(...seats.map(({ from }) => from))
  const done = Math.max(...seats.map(({ from, minutes }) => from + minutes))
  return {
    arriveAt: at(start - 15),
    startAt: at(start),
    doneAt: at(done),
    readyBy: at(done + 10),
    spareMinutes: 10,
    setupMinutes: 15,
    timeZone: 'UTC',
    clocksChange: false,
    early: false,
    artists,
    blocks: seats.map((seat) => ({
      artist: artists[seat.part] as string,
      artistIndex: chair(seat),
      person: person(seat),
      serviceId: seat.id,
      label: seat.id,
      from: at(seat.from),
      to: at(seat.from + seat.minutes),
    })),
  }
}
const peopleOf = (seats: readonly Seat[]): number[] => [...new Set(seats.map(({ who }) => who))]
const seatsIn = (seats: readonly Seat[], part: number) => seats.filter((seat) => seat.part === part)
const partsOf = (seats: readonly Seat[]): number[] => [...new Set(seats.map(({ part }) => part))]

/** Builds each part with its own plan and person numbers. */
const parts = (seats: readonly Seat[], said: (part: number) => readonly DayWord[] = () => []): DayPart[] =>
  partsOf(seats).map((part) => {
    const own = seatsIn(seats, part)
    const people = peopleOf(own)
    return {
      planned: planOf(
        own,
        ({ who }) => people.indexOf(who) + 1,
        () => 0,
      ),
      said: said(part),
      artist: artists[part] as string,
      people,
      iso,
    }
  })

let ids = 0
const word = (kind: DayWord['kind'], minutes: number, more: Partial<DayWord> = {}): DayWord => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  kind,
  undo: false,
  person: null,
  serviceId: null,
  minutes: null,
  at: at(minutes),
  ...more,
})

/** Plans of up to three artists, with gaps and nobody in two chairs at once. */
const days = fc
  .array(
    fc.record({
      part: fc.nat(2),
      who: fc.integer({ min: 1, max: 4 }),
      minutes: fc.integer({ min: 5, max: 60 }),
      gap: fc.constantFrom(0, 0, 0, 5, 20),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((drawn) => {
    const [chairs, people] = [new Map<number, number>(), new Map<number, number>()]
    return drawn.map(({ part, who, minutes, gap }, i): Seat => {
      const from = Math.max(60, chairs.get(part) ?? 60, people.get(who) ?? 60) + gap
      chairs.set(part, from + minutes)
      people.set(who, from + minutes)
      return { part, who, from, minutes, id: `s${i}` }
    })
  })
const drafts = fc.array(
  fc.record({
    kind: fc.constantFrom<'started' | 'done'>('started', 'done'),
    which: fc.nat(20),
    at: fc.integer({ min: 60, max: 500 }),
  }),
  { maxLength: 8 },
)
type Drafts = { kind: 'started' | 'done'; which: number; at: number }[]
const wordsFor = (seats: readonly Seat[], said: Drafts, person: (seat: Seat) => number) =>
  said.map(({ kind, which, at: when }) => {
    const seat = seats[which % seats.length] as Seat
    return { part: seat.part, word: word(kind, when, { person: person(seat), serviceId: seat.id }) }
  })

const seen = (of: readonly DayPart[], now: number) =>
  Object.fromEntries(
    runTogether(of, base + now * minute).flatMap(({ seen: { sittings } }) =>
      sittings.map(({ serviceId, from, to, state }) => [
        serviceId,
        { from: minutesOf(from), to: minutesOf(to), state },
      ]),
    ),
  )
const said = (seats: readonly Seat[], drawn: Drafts) => {
  const words = wordsFor(seats, drawn, ({ part, who }) => peopleOf(seatsIn(seats, part)).indexOf(who) + 1)
  return (part: number) => words.filter((one) => one.part === part).map((one) => one.word)
}

describe('Forecast across a team', () => {
  test('without reports the forecast is the plan', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 900 }), (seats, now) => {
        const of = parts(seats)
        for (const [i, part] of runTogether(of, base + now * minute).entries()) {
          expect(part.seen.asPlanned).toBe(true)
          expect(part.seen.plan).toEqual(of[i]?.planned)
        }
      }),
      { numRuns: runs },
    )
  })

  // Compares with the single-artist forecast, which knows nothing of teams.
  test('the forecast equals that of one studio with a chair for each artist', () => {
    fc.assert(
      fc.property(days, drafts, fc.integer({ min: 0, max: 700 }), (seats, drawn, now) => {
        const whole = planOf(
          seats,
          ({ who }) => who,
          ({ part }) => part,
        )
        const words = wordsFor(seats, drawn, ({ who }) => who).map((one) => one.word)
        const studio = computeForecast(whole, words, base + now * minute, iso)
        const expected = Object.fromEntries(
          studio.sittings.map(({ serviceId, from, to, state }) => [
            serviceId,
            { from: minutesOf(from), to: minutesOf(to), state },
          ]),
        )
        expect(seen(parts(seats, said(seats, drawn)), now)).toEqual(expected)
      }),
      { numRuns: runs },
    )
  })

  test('no one is planned with two artists at once, and a later report never makes times earlier', () => {
    fc.assert(
      fc.property(
        days,
        drafts,
        fc.nat(2),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 700 }),
        (seats, drawn, who, by, now) => {
          const words = said(seats, drawn)
          const late = (minutes: number) => (part: number) => [
            ...words(part),
            ...(part === who ? [word('late', 30, { minutes })] : []),
          ]
          const [before, after] = [seen(parts(seats, late(0)), now), seen(parts(seats, late(by)), now)]
          for (const seat of seats) {
            const own = after[seat.id] as { from: number; to: number; state: string }
            expect(own.from).toBeGreaterThanOrEqual((before[seat.id] as { from: number }).from)
            for (const other of seats) {
              const there = after[other.id] as typeof own
              if (own.state !== 'ahead' || other.part === seat.part || other.who !== seat.who) continue
              if (other.from < seat.from || there.state !== 'ahead') expect(own.from).toBeGreaterThanOrEqual(there.to)
            }
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test('after a change of the party, people of different parts are not assumed to be the same', () => {
    const seats: Seat[] = [
      { part: 0, who: 7, from: 60, minutes: 30, id: 'hair' },
      { part: 1, who: 7, from: 90, minutes: 30, id: 'makeup' },
    ]
    const words = (part: number) => (part === 0 ? [word('started', 75, { person: 1, serviceId: 'hair' })] : [])
    const [hair, makeup] = parts(seats, words) as [DayPart, DayPart]
    const [, together] = runTogether([hair, makeup], base + 75 * minute)
    expect(together?.seen.sittings[0]).toMatchObject({ heldUpBy: 'Ana Moss', from: base + 105 * minute })
    expect(together?.seen).toMatchObject({ asPlanned: false, behind: 15, spare: -5 })
    expect(together?.elsewhere).toEqual([
      {
        person: 1,
        artist: 'Ana Moss',
        label: 'hair',
        state: 'now',
        plannedFrom: at(60),
        from: at(75),
        to: at(105),
      },
    ])
    // A delay reported by this artist is not attributed to the other.
    const later = { ...makeup, said: [word('late', 70, { minutes: 60 })] }
    const [, put] = runTogether([hair, later], base + 75 * minute)
    expect(put?.seen.sittings[0]).toMatchObject({ heldUpBy: null, from: base + 150 * minute })
    for (const changed of [
      [{ ...hair, people: null }, makeup],
      [hair, { ...makeup, people: null }],
    ] as DayPart[][])
      expect(runTogether(changed, base + 75 * minute)[1]).toMatchObject({
        elsewhere: [{ person: 0 }],
        seen: { asPlanned: true },
      })
  })
})
