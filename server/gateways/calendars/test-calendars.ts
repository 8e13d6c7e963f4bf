import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'

type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  weekdays: number[]
  count: number
  lastDay: number
}
type Change = { index: number; shift: number; minutes: number; isCancelled: boolean }
type RandomEvent = {
  kind: 'date' | 'utc' | 'floating' | 'zoned' | 'custom'
  zone: string
  day: number
  minute: number
  minutes: number
  rule: Rule | null
  extraDays: number[]
  exceptions: number[]
  change: Change | null
  future: Change | null
  isFree: boolean
}
export type RandomCalendar = { text: string; times: { from: number; to: number }[]; zone: string }

const FIRST_DAY = Temporal.PlainDate.from('2026-10-01')
const MOST_DAYS = 760
const CUSTOM = 'Our Studio Time'
const DAY_NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const CUSTOM_ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${CUSTOM}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T010000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZNAME:ODT',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZNAME:OST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const change = fc.record({
  index: fc.nat(6),
  shift: fc.tuple(fc.integer({ min: -1, max: 2 }), fc.nat(8)).map(([days, quarters]) => days * 1_440 + quarters * 15),
  minutes: fc.integer({ min: 1, max: 24 }).map((n) => n * 15),
  isCancelled: fc.boolean(),
})
const event: fc.Arbitrary<RandomEvent> = fc.record({
  kind: fc.constantFrom('date', 'utc', 'floating', 'zoned', 'custom'),
  zone: fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata', 'America/St_Johns'),
  day: fc.nat(500),
  // From 04:00, so that no clock change falls within an event.
  minute: fc.integer({ min: 16, max: 60 }).map((n) => n * 15),
  minutes: fc.integer({ min: 1, max: 24 }).map((n) => n * 15),
  rule: fc.option(
    fc.record({
      freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      weekdays: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
      count: fc.constantFrom(0, 0, 3, 40),
      lastDay: fc.constantFrom(0, 0, 30, 200),
    }),
  ),
  extraDays: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { maxLength: 3 }),
  exceptions: fc.uniqueArray(fc.nat(8), { maxLength: 3 }),
  change: fc.option(change),
  future: fc.option(change),
  isFree: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

/** `isPlain` leaves out what older programs do not know: RANGE=THISANDFUTURE, and exceptions in another form. */
export const randomCalendar = ({ isPlain }: { isPlain: boolean }): fc.Arbitrary<RandomCalendar> =>
  fc
    .record({
      events: fc.array(event, { minLength: 1, maxLength: 4 }),
      zone: fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Sydney'),
      otherForm: fc.boolean(),
    })
    .map(({ events, zone, otherForm }) => {
      const parts = events.map((one, i) =>
        new ModelEvent(isPlain ? { ...one, future: null } : one, zone, `${i}@made.up`, {
          isPlain,
          otherForm: !isPlain && otherForm,
        }).build(),
      )
      const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Made up//Test//EN', ...CUSTOM_ZONE]
      return {
        text: [...lines, ...parts.flatMap((one) => one.lines), 'END:VCALENDAR', ''].join('\r\n'),
        times: parts.flatMap((one) => one.times),
        zone,
      }
    })

class ModelEvent {
  readonly #event: RandomEvent
  readonly #uid: string
  readonly #zone: string
  readonly #form: { isPlain: boolean; otherForm: boolean }
  readonly #minute: number

  constructor(one: RandomEvent, zone: string, uid: string, form: { isPlain: boolean; otherForm: boolean }) {
    this.#event = one
    this.#uid = uid
    this.#form = form
    this.#zone = { date: zone, floating: zone, utc: 'UTC', zoned: one.zone, custom: 'Europe/London' }[one.kind]
    this.#minute = one.kind === 'date' ? 0 : one.minute
  }

  build(): { lines: string[]; times: { from: number; to: number }[] } {
    const { exceptions, isFree, minutes } = this.#event
    const days = [...new Set([...this.#listRuleDays(), ...this.#listExtraDays()])].sort((a, b) => a - b)
    const left = new Set(exceptions.flatMap((n) => (days[n] === undefined ? [] : [days[n]])))
    const pick = (one: Change | null) =>
      one && days[one.index] !== undefined ? { ...one, day: days[one.index] ?? 0 } : null
    const changed = pick(this.#event.change)
    const future = pick(this.#event.future)
    const times: { from: number; to: number }[] = []
    const add = (first: number, shift: number, length: number) => times.push(this.#timeOf(first, shift, length))
    for (const one of days) {
      if (left.has(one) || changed?.day === one) continue
      if (future && one === future.day) continue
      if (future && one > future.day) {
        if (!future.isCancelled) add(one, future.shift, future.minutes)
      } else if (!isFree) add(one, 0, minutes)
    }
    const parts = [
      this.#formatMain([...left]),
      ...[changed, future].map((one) => this.#formatChange(one, one === future)),
    ]
    for (const one of new Set([changed, future])) if (one && !one.isCancelled) add(one.day, one.shift, one.minutes)
    return { lines: parts.flat(), times }
  }

  #listRuleDays(): number[] {
    const { rule, day } = this.#event
    if (!rule) return [day]
    const start = dateOf(day)
    const days: number[] = []
    for (let n = day; n < MOST_DAYS; n += 1) {
      if (rule.count && days.length >= rule.count) break
      if (!rule.count && rule.lastDay && n > day + rule.lastDay) break
      if (this.#isInRule(rule, start, dateOf(n), n - day)) days.push(n)
    }
    return days
  }

  #listExtraDays(): number[] {
    const { day, extraDays } = this.#event
    const days = extraDays.map((n) => day + n)
    if (!this.#form.isPlain) return days
    // Older programs count an occurrence twice if RDATE names it too and a RECURRENCE-ID moves it.
    const ruleDays = new Set(this.#listRuleDays())
    return days.filter((one) => !ruleDays.has(one))
  }

  #isInRule(
    { freq, interval, weekdays }: Rule,
    start: Temporal.PlainDate,
    date: Temporal.PlainDate,
    days: number,
  ): boolean {
    if (freq === 'DAILY') return days % interval === 0
    const months = (date.year - start.year) * 12 + date.month - start.month
    if (freq === 'MONTHLY') return months % interval === 0 && date.day === start.day
    if (freq === 'YEARLY') return months % (12 * interval) === 0 && date.day === start.day
    const weeks = Math.floor((days + start.dayOfWeek - 1) / 7)
    return weeks % interval === 0 && (date.dayOfWeek === start.dayOfWeek || weekdays.includes(date.dayOfWeek - 1))
  }

  /** All-day events count in days: a shorter shift or length is one day. */
  #timeOf(day: number, shift: number, minutes: number): { from: number; to: number } {
    const isDate = this.#event.kind === 'date'
    const start = dateOf(day)
      .toPlainDateTime()
      .add({ minutes: this.#minute + (isDate ? daysOf(shift) * 1_440 : shift) })
    const from = start.toZonedDateTime(this.#zone).epochMilliseconds
    if (!isDate) return { from, to: from + minutes * 60_000 }
    return { from, to: start.add({ days: lengthOf(minutes) }).toZonedDateTime(this.#zone).epochMilliseconds }
  }

  #formatMain(left: number[]): string[] {
    const { rule, day, minutes, isFree } = this.#event
    const until = rule && !rule.count && rule.lastDay ? `;UNTIL=${this.#formatUntil(day + rule.lastDay)}` : ''
    const byDay = rule?.freq === 'WEEKLY' ? `;BYDAY=${this.#listWeekdays(rule).join(',')}` : ''
    const count = rule?.count ? `;COUNT=${rule.count}` : ''
    return [
      'BEGIN:VEVENT',
      `UID:${this.#uid}`,
      'DTSTAMP:20261001T000000Z',
      this.#stamp('DTSTART', day, 0),
      this.#stamp('DTEND', day, 0, minutes),
      ...(rule ? [`RRULE:FREQ=${rule.freq};INTERVAL=${rule.interval}${byDay}${count}${until}`] : []),
      ...this.#listExtraDays().map((n) => this.#stamp('RDATE', n, 0)),
      ...left.map((n) => this.#formatException(n)),
      ...(isFree ? ['TRANSP:TRANSPARENT'] : []),
      'END:VEVENT',
    ]
  }

  #formatException(day: number): string {
    if (!this.#form.otherForm) return this.#stamp('EXDATE', day, 0)
    const date = dateOf(day).toString().replaceAll('-', '')
    return this.#event.kind === 'date' ? `EXDATE:${date}T000000` : `EXDATE;VALUE=DATE:${date}`
  }

  #formatChange(one: (Change & { day: number }) | null, isFuture: boolean): string[] {
    if (!one) return []
    const range = isFuture ? ';RANGE=THISANDFUTURE' : ''
    return [
      'BEGIN:VEVENT',
      `UID:${this.#uid}`,
      'DTSTAMP:20261001T000000Z',
      this.#stamp('RECURRENCE-ID', one.day, 0).replace('RECURRENCE-ID', `RECURRENCE-ID${range}`),
      this.#stamp('DTSTART', one.day, one.shift),
      this.#stamp('DTEND', one.day, one.shift, one.minutes),
      ...(one.isCancelled ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ]
  }

  #listWeekdays({ weekdays }: Rule): (string | undefined)[] {
    return [...new Set([dateOf(this.#event.day).dayOfWeek - 1, ...weekdays])].map((n) => DAY_NAMES[n])
  }

  #formatUntil(day: number): string {
    // Older programs compare UNTIL with the offset of the first instance. A margin of some hours makes no difference to
    // either.
    const minutes = this.#form.isPlain ? 1_380 : this.#minute
    const wall = dateOf(day).toPlainDateTime().add({ minutes })
    if (this.#event.kind === 'date') return formatDate(wall)
    if (this.#event.kind === 'floating') return formatTime(wall)
    return `${formatTime(wall.toZonedDateTime(this.#zone).withTimeZone('UTC').toPlainDateTime())}Z`
  }

  #stamp(name: string, day: number, shift: number, length = 0): string {
    const { kind, zone } = this.#event
    const date = dateOf(day).toPlainDateTime()
    if (kind === 'date')
      return `${name};VALUE=DATE:${formatDate(date.add({ days: daysOf(shift) + (length ? lengthOf(length) : 0) }))}`
    const wall = date.add({ minutes: this.#minute + shift + length })
    const parameter = { utc: '', floating: '', zoned: `;TZID=${zone}`, custom: `;TZID=${CUSTOM}` }[kind]
    return `${name}${parameter}:${formatTime(wall)}${kind === 'utc' ? 'Z' : ''}`
  }
}

const dateOf = (day: number): Temporal.PlainDate => FIRST_DAY.add({ days: day })
const daysOf = (shift: number): number => Math.trunc(shift / 1_440)
const lengthOf = (minutes: number): number => 1 + Math.floor(minutes / 240)
const formatDate = (wall: Temporal.PlainDateTime): string => wall.toPlainDate().toString().replaceAll('-', '')
const formatTime = (wall: Temporal.PlainDateTime): string =>
  wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
