import {
  formatClock,
  formatDate,
  formatDistance,
  formatDuration,
  formatMoney,
  formatMonth,
  formatNumber,
  formatScore,
  formatTime,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import { formatTimeLeft } from '#web/offers/request-phrases.ts'
import { formatWaited } from '#web/operator/when.ts'

const DAY_MS = 86_400_000
const zone = 'Europe/London'
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const day = /^\d{4}-\d\d-\d\d$/
const month = /^\d{4}-\d\d$/
const clock = /^\d\d:\d\d$/

const short = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Kinds of numbers by the name of their field, because 45 minutes is not £45. Any other field is money or a count. */
const fieldKinds = [
  ['secondsLeft', /^secondsLeft$/],
  ['hours', /hours$/i],
  ['days', /days$/i],
  ['minutes', /minutes|durations?$|^lasts|spare|travel(Time)?$/i],
  ['percent', /percent|share|rate$|part$|probability/i],
  ['metres', /metres|distance|radius|away|^free$/i],
  ['score', /score|rating|average/i],
] as const
type FieldKind = (typeof fieldKinds)[number][0] | 'amount'

const kindOf = (key: string): FieldKind => fieldKinds.find(([, name]) => name.test(key))?.[0] ?? 'amount'

const number = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

/** Numbers with what belongs to them. The longest form comes first: a date is one token, not a day and a year. */
const tokens = new RegExp(
  [
    `[−-]?(?:A|US|CA)?[£$]${number}`,
    String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?`,
    String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}`,
    String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* \d{1,2}(?!\d|:)`,
    String.raw`\d{1,2}(?::\d\d)? (?:AM|PM)`,
    String.raw`\d+:\d\d`,
    String.raw`\d+ h \d+ min|\d+ hours?|\d+ h\b|\d+ min`,
    String.raw`\d+ days?|\d+ weeks?|\d+ months?`,
    `${number} (?:miles?|km)`,
    `${number}%`,
    number,
  ].join('|'),
  'g',
)

/**
 * The texts that a page may show, made from answers of the API with the formatters of the site: each number by the kind
 * of its field, each date in the forms of the site, the length of each list, and each text that contains a digit.
 */
export class KnownTexts {
  readonly #texts = new Set<string>()
  readonly #rounded = new Set<string>()
  readonly #strings = new Set<string>()
  readonly #now: Date

  /** `now` is the time of the site, from which it counts days. */
  constructor(now: Date) {
    this.#now = now
    this.#addDay(zonedDay(now.toISOString(), zone))
  }

  /** Adds texts that a shared function of the site computes from an answer, such as a sum. */
  addTexts(...texts: readonly string[]): void {
    for (const text of texts) this.#texts.add(text)
  }

  add(answer: unknown, key = ''): void {
    if (typeof answer === 'number') this.#addNumber(answer, kindOf(key))
    else if (typeof answer === 'string') this.#addString(answer)
    else if (Array.isArray(answer)) {
      this.addTexts(formatNumber(answer.length))
      for (const part of answer) this.add(part, key)
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [name, part] of Object.entries(answer)) {
        // Objects by id, date or amount have numbers as names.
        if (/\d/.test(name)) this.#addString(name)
        this.add(part, /\d/.test(name) ? key : name)
      }
      const { unit, amount } = answer as Record<string, unknown>
      if ((unit === 'mi' || unit === 'km') && typeof amount === 'number')
        this.addTexts(formatDistance(amount * (unit === 'mi' ? 1609 : 1000), 'GB'))
      this.#addLength(answer as Record<string, unknown>)
    }
  }

  #addNumber(n: number, kind: FieldKind): void {
    if (Number.isInteger(n)) this.addTexts(formatNumber(n), String(n))
    if (kind === 'minutes') this.addTexts(formatDuration(n), `${n} min`, formatDuration(Math.round(n / 60)))
    else if (kind === 'hours') this.addTexts(formatDuration(n * 60), `${n} hours`, ...this.#listDays(n / 24))
    else if (kind === 'days') this.addTexts(...this.#listDays(n))
    else if (kind === 'secondsLeft') this.#addCountdown(n)
    else if (kind === 'percent') this.addTexts(`${n}%`, `${Math.round(n)}%`, `${Math.round(n * 100)}%`)
    else if (kind === 'metres') this.addTexts(formatDistance(n, 'GB'), formatDistance(n * 1609, 'GB'))
    else if (kind === 'score') this.addTexts(formatScore(n), n.toFixed(1), n.toFixed(2))
    // A fee or a discount is shown with a minus.
    else
      for (const amount of [n, -n])
        this.addTexts(formatMoney(amount, 'GBP'), formatMoney(amount, 'GBP', { decimals: 'always' }))
    // Labels of charts are whole numbers.
    this.#rounded.add(formatMoney(Math.round(n), 'GBP')).add(formatNumber(Math.round(n)))
  }

  /** Returns a number of days as days, weeks and months. Pages show the unit that gives a whole number. */
  #listDays(n: number): string[] {
    const counts = [
      [n, 'day'],
      [n / 7, 'week'],
      [Math.round(n / 30.4), 'month'],
    ] as const
    return counts.flatMap(([count, unit]) =>
      Number.isInteger(count) ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : [],
    )
  }

  /** Adds the countdown of a hold, which runs for up to a minute until the page is read. */
  #addCountdown(seconds: number): void {
    for (let left = seconds; left >= Math.max(0, seconds - 60); left--)
      this.addTexts(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)
  }

  #addString(text: string): void {
    if (instant.test(text)) {
      this.#addDay(zonedDay(text, zone))
      const at = zonedTime(text, zone)
      this.addTexts(formatClock(at), formatTime(at))
      this.#addDistance(text)
    } else if (day.test(text)) this.#addDay(text)
    else if (month.test(text)) this.addTexts(formatMonth(Number(text.slice(0, 4)), Number(text.slice(5))))
    else if (clock.test(text)) this.addTexts(formatClock(text), formatTime(text))
    else if (/^-?\d+(\.\d+)?$/.test(text)) this.#addNumber(Number(text), 'amount')
    else if (/\d/.test(text)) this.#strings.add(text.replace(/\s+/g, ' ').trim())
  }

  /** Adds how long ago or ahead an instant is. A page is read up to a minute after the site's time. */
  #addDistance(at: string): void {
    for (const now of [this.#now.getTime(), this.#now.getTime() + 60_000]) {
      const minutes = Math.abs(now - Date.parse(at)) / 60_000
      this.addTexts(formatTimeLeft(at, now), formatWaited(minutes))
    }
  }

  #addDay(date: string): void {
    const [year = 0, monthOfYear = 1, dayOfMonth = 1] = date.split('-').map(Number)
    const days = Math.round((Date.parse(date) - Date.parse(zonedDay(this.#now.toISOString(), zone))) / DAY_MS)
    this.addTexts(
      formatDate(date, 'GB'),
      formatDate(date, 'GB', year),
      formatMonth(year, monthOfYear),
      // Axes shorten each month to three letters.
      `${dayOfMonth} ${short(date, { month: 'long' }).slice(0, 3)}`,
      short(date, { day: 'numeric', month: 'short' }),
      short(date, { day: 'numeric', month: 'short', year: 'numeric' }),
      short(date, { day: 'numeric', month: 'long' }),
      short(date, { day: 'numeric', month: 'long', year: 'numeric' }),
      short(date, { month: 'short', year: 'numeric' }),
      short(date, { weekday: 'short', day: 'numeric', month: 'short' }),
      `${short(date, { weekday: 'short' })} ${dayOfMonth}`,
      String(year),
      `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`,
    )
  }

  /** Adds how long an appointment or a block lasts. */
  #addLength({ startsAt, arriveAt, startAt, doneAt, endsAt, endAt }: Record<string, unknown>): void {
    const times = [startsAt, arriveAt, startAt, doneAt, endsAt, endAt].filter((at) => typeof at === 'string')
    for (const from of times)
      for (const to of times) {
        const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
        if (minutes > 0) this.addTexts(formatDuration(minutes))
      }
  }

  /** Returns the numbers of a page's text, line by line, that no answer has. `isChart` permits rounded numbers. */
  findUnknown(text: string, isChart = false): string[] {
    const strings = [...this.#strings].toSorted((a, b) => b.length - a.length)
    return text.split('\n').flatMap((line) => {
      if (!/\d/.test(line)) return []
      let left = line.replace(/\s+/g, ' ')
      for (const known of strings) if (left.includes(known)) left = left.replaceAll(known, ' ')
      return [...left.matchAll(tokens)].flatMap(([token]) => {
        const isKnown = this.#texts.has(token) || (isChart && this.#rounded.has(token))
        return isKnown ? [] : [`${token} in “${line.trim()}”`]
      })
    })
  }
}
