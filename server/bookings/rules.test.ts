import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getNextState, type Actor } from '#contract/lifecycle.ts'
import {
  type AppointmentEvent,
  appointmentLifecycle,
  type AppointmentState,
} from '#contract/appointments/lifecycle-appointment.ts'
import { type HoldEvent, holdLifecycle, type HoldState } from '#contract/checkout/lifecycle-hold.ts'
import {
  computeRefundShares,
  getCoolingHours,
  policies,
  computePlatformPart,
  type PolicyKind,
  refundSteps,
  refundSums,
  shareAt,
  splitRefunds,
} from '#contract/payments/refund.ts'
import { computeDeposit, computeUnitsWithFee } from '#contract/price.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { listFreeEndTimes, type DiaryEntry } from '#server/calendar/free-times.ts'
import { reorderPlan } from '#server/party/live-day.ts'
import { computeTravelMinutes, usualSpeeds } from '#server/providers/index.ts'

const runs = process.env['PROVE'] ? 5_000 : 300
const hour = 3_600_000
const kinds = Object.keys(policies) as PolicyKind[]
const zones = [
  'Europe/London',
  'Australia/Sydney',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'America/Los_Angeles',
  'Australia/Perth',
  'Pacific/Norfolk',
]
const start = Date.parse('2027-03-01T00:00:00Z')
const terms = fc
  .record({
    policy: fc.constantFrom(...kinds),
    policyStart: fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minute) => start + minute * 60_000),
    bookedBefore: fc.integer({ min: 1, max: 400 * 24 * 60 }),
  })
  .map(({ policy, policyStart, bookedBefore }) => {
    const bookedAt = policyStart - bookedBefore * 60_000
    return { policy, policyStart, bookedAt, coolingUntil: bookedAt + getCoolingHours(bookedAt, policyStart) * hour }
  })

describe('Refunds by policy', () => {
  test('a refund equals the timeline at every boundary minute, just before it and just after it, in every zone', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(...zones),
        (of, amountMinor, feeShare, tz) => {
          const whole = { totalMinor: amountMinor * 3, feeMinor: Math.floor((amountMinor * feeShare) / 100) }
          const paid = [{ amountMinor, feeMinor: whole.feeMinor }]
          const steps = refundSteps(of)
          for (const { until } of steps) {
            if (until === null) continue
            for (const at of [until - 60_000, until, until + 1, until + 60_000]) {
              const shown = steps.find((step) => step.until === null || at <= step.until)
              // Local times shown on the page convert back to the same instants.
              const read = Date.parse(getEventDay(new Date(until).toISOString().slice(0, 10), tz).iso(until))
              expect(read).toBe(until)
              expect(refundSums(paid, whole, shareAt(of, at))).toEqual(refundSums(paid, whole, shown?.share ?? 0))
            }
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test('a refund never grows over time, is full in the cooling-off period, and is zero after the start', () => {
    fc.assert(
      fc.property(
        terms,
        fc.array(fc.integer({ min: 0, max: 400 * 24 * 60 }), { minLength: 2, maxLength: 20 }),
        (of, minutes) => {
          const shares = minutes.toSorted((a, b) => a - b).map((minute) => shareAt(of, of.bookedAt + minute * 60_000))
          expect(shares).toEqual(shares.toSorted((a, b) => b - a))
          expect(shareAt(of, of.coolingUntil)).toBe(100)
          if (of.coolingUntil < of.policyStart) expect(shareAt(of, of.policyStart + 1)).toBe(0)
        },
      ),
      { numRuns: runs },
    )
  })

  // An arbitrary booking: the deposit is at least the fee, and the balance may have been paid online.
  const booked = fc
    .record({
      costMinor: fc.integer({ min: 1, max: 1_000_000 }),
      percent: fc.integer({ min: 0, max: 50 }),
      depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
      balance: fc.boolean(),
    })
    .map(({ costMinor, percent, depositShare, balance }) => {
      const totalMinor = computeUnitsWithFee(costMinor, percent) * 100
      const whole = { totalMinor, feeMinor: totalMinor - costMinor }
      const deposit = Math.ceil(computeDeposit(totalMinor, whole.feeMinor, depositShare))
      const paid = [
        { amountMinor: deposit, feeMinor: whole.feeMinor },
        ...(balance ? [{ amountMinor: totalMinor - deposit, feeMinor: 0 }] : []),
      ]
      return { whole, paid }
    })

  test('refunded and kept parts add up to the payment, and the kept part is split like the whole price', () => {
    fc.assert(
      fc.property(booked, fc.constantFrom(0, 50, 100), ({ whole, paid }, share) => {
        const splits = splitRefunds(computeRefundShares(paid, share), whole)
        const sums = refundSums(paid, whole, share)
        const amountMinor = paid.reduce((sum, one) => sum + one.amountMinor, 0)
        const kept = amountMinor - sums.refundMinor
        expect(sums.keptByPlatformMinor).toBe(Math.floor((kept * whole.feeMinor) / whole.totalMinor))
        expect(sums.keptByProviderMinor).toBe(kept - sums.keptByPlatformMinor)
        const theirs = (kept * (whole.totalMinor - whole.feeMinor)) / whole.totalMinor
        expect(sums.keptByProviderMinor - theirs).toBeGreaterThanOrEqual(0)
        expect(sums.keptByProviderMinor - theirs).toBeLessThan(1)
        splits.forEach((split, i) => {
          const { amountMinor, feeMinor } = paid[i] ?? { amountMinor: 0, feeMinor: 0 }
          expect(split.refundMinor + split.keptByPlatformMinor + split.keptByProviderMinor).toBe(amountMinor)
          expect(split.feeBackMinor + split.passedMinor + split.keptByPlatformMinor).toBe(feeMinor)
          expect(split.feeBackMinor).toBeLessThanOrEqual(split.refundMinor)
          expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0)
        })
        if (share === 100) expect([kept, sums.passedMinor, sums.feeBackMinor]).toEqual([0, 0, whole.feeMinor])
      }),
      { numRuns: runs },
    )
  })

  test('with half of a 48.30 deposit kept, a fee of 24 in 161 gives the artist 20.55 and the platform 3.60', () => {
    const whole = { totalMinor: 16_100, feeMinor: 2_400 }
    const paid = [{ amountMinor: 4_830, feeMinor: 2_400 }]
    expect(refundSums(paid, whole, 50)).toMatchObject({
      refundMinor: 2_415,
      keptByPlatformMinor: 360,
      keptByProviderMinor: 2_055,
    })
    expect(refundSums(paid, whole, 0)).toEqual({
      refundMinor: 0,
      feeBackMinor: 0,
      passedMinor: 1_680,
      keptByPlatformMinor: 720,
      keptByProviderMinor: 4_110,
    })
  })

  test('a full refund also returns the part that the platform gave beyond its fee', () => {
    const whole = { totalMinor: 10_000, feeMinor: 1_500 }
    const split = refundSums([{ amountMinor: 2_000, feeMinor: -500 }], whole, 100)
    expect(split).toMatchObject({ refundMinor: 2_000, feeBackMinor: 0, passedMinor: -500, keptByProviderMinor: 0 })
    expect(computePlatformPart(0, whole)).toBe(0)
  })
})

describe('Lifecycles', () => {
  test('no sequence of events by any actors leaves the states of a lifecycle', () => {
    const actors: Actor[] = ['customer', 'provider', 'operator', 'clock', 'bank']
    const walk = <S extends string, E extends string>(
      lifecycle: Parameters<typeof getNextState<S, E>>[0],
      first: S,
      events: readonly E[],
    ) =>
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.constantFrom(...events), fc.constantFrom(...actors)), { maxLength: 40 }),
          (steps) => {
            let state = first
            for (const [event, by] of steps) {
              const reached = getNextState(lifecycle, state, event, by)
              if (reached === null) continue
              expect(Object.keys(lifecycle)).toContain(reached)
              expect(lifecycle[state][event]?.to).toBe(reached)
              state = reached
            }
          },
        ),
        { numRuns: runs },
      )
    walk<AppointmentState, AppointmentEvent>(appointmentLifecycle, 'booked', [
      'cancel',
      'complete',
      'report',
      'judge_no_show',
      'settle',
    ])
    walk<HoldState, HoldEvent>(holdLifecycle, 'held', ['pay', 'lapse', 'release'])
  })
})

describe('Free times', () => {
  const minute = 60_000
  const day = Date.parse('2027-06-12T00:00:00Z')
  const spot = { lat: 51.5, lng: -0.1 }
  const taken = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 10, max: 300 }), fc.boolean()).map(
      ([from, length, far]): DiaryEntry => ({
        from: day + from * minute,
        to: day + (from + length) * minute,
        workTo: day + (from + length - 5) * minute,
        spot: far ? { lat: 51.68, lng: -0.1 } : spot,
      }),
    ),
    { maxLength: 6 },
  )

  test('free times never overlap busy time, stay within working hours and leave time for travel', () => {
    fc.assert(
      fc.property(
        taken,
        fc.integer({ min: 15, max: 400 }),
        fc.integer({ min: 0, max: 60 }),
        (busy, minutes, bufferMinutes) => {
          const asked = {
            opens: day + 300 * minute,
            closes: day + 1320 * minute,
            minutes,
            bufferMinutes,
            notBefore: day,
            taken: busy,
            spot,
            speeds: usualSpeeds,
          }
          for (const end of listFreeEndTimes(asked)) {
            const from = end - minutes * minute
            expect(from).toBeGreaterThanOrEqual(asked.opens)
            expect(end).toBeLessThanOrEqual(asked.closes)
            for (const other of busy) {
              expect(other.from < end + bufferMinutes * minute && other.to > from).toBe(false)
            }
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test('twenty kilometres take longer than fifteen minutes everywhere', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        (lat, lng) => {
          const north = lat + 20_000 / 111_195
          expect(computeTravelMinutes({ lat, lng }, { lat: north, lng }, usualSpeeds)).toBeGreaterThan(15)
          expect(computeTravelMinutes({ lat, lng }, { lat, lng }, usualSpeeds)).toBe(0)
        },
      ),
      { numRuns: runs },
    )
  })
})

describe('Plans', () => {
  const iso = (ms: number) => new Date(ms).toISOString()
  const base = Date.parse('2027-06-12T08:00:00Z')
  const plans = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 10, max: 90 })), {
      minLength: 1,
      maxLength: 10,
    })
    .map((blocks): Plan => {
      const artist = [base, base]
      const person = new Map<number, number>()
      const laid = blocks.map(([who, artistIndex, minutes]) => {
        const from = Math.max(artist[artistIndex] as number, person.get(who) ?? base)
        const to = from + minutes * 60_000
        artist[artistIndex] = to
        person.set(who, to)
        return {
          artist: `Artist ${artistIndex}`,
          artistIndex,
          person: who,
          serviceId: 'makeup',
          label: 'Makeup',
          from: iso(from),
          to: iso(to),
        }
      })
      const done = Math.max(...laid.map(({ to }) => Date.parse(to)))
      return {
        arriveAt: iso(base - 1_200_000),
        startAt: iso(base),
        doneAt: iso(done),
        readyBy: iso(done + 600_000),
        spareMinutes: 10,
        setupMinutes: 20,
        timeZone: 'UTC',
        clocksChange: false,
        early: false,
        artists: ['Artist 0', 'Artist 1'],
        blocks: laid,
      }
    })

  test('a reordered plan has every block once, nobody with two artists at once, and everyone ready in time', () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (plan, dice) => {
        const people = [...new Set(plan.blocks.map(({ person }) => person))]
        const order = people
          .map((person) => ({ person, by: dice.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .map(({ person }) => person)
        const other = reorderPlan(plan, order, iso)
        if (!other) return
        expect(
          other.blocks.map((b) => `${b.person} ${b.artistIndex} ${Date.parse(b.to) - Date.parse(b.from)}`).sort(),
        ).toEqual(
          plan.blocks.map((b) => `${b.person} ${b.artistIndex} ${Date.parse(b.to) - Date.parse(b.from)}`).sort(),
        )
        for (const a of other.blocks)
          for (const b of other.blocks)
            if (a !== b && (a.person === b.person || a.artistIndex === b.artistIndex))
              expect(a.from < b.to && b.from < a.to).toBe(false)
        expect(Date.parse(other.doneAt)).toBeLessThanOrEqual(Date.parse(plan.readyBy as string))
      }),
      { numRuns: runs },
    )
  })
})
