import { addDays } from '#server/platform/event-day.ts'

type Holiday = { date: string; name: string }

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
const weekday = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay()
const monday = 1
const thursday = 4

/** `n` 0 is the last weekday of the month. */
function nth(year: number, month: number, day: number, n: number): string {
  if (n === 0) {
    const last = dayOf(year, month + 1, 0)
    return addDays(last, -((weekday(last) - day + 7) % 7))
  }
  const first = dayOf(year, month, 1)
  return addDays(first, ((day - weekday(first) + 7) % 7) + (n - 1) * 7)
}

/** Returns Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function computeEaster(year: number): string {
  const a = year % 19
  // The century and the year within it.
  const [b, c] = [Number(String(year).slice(0, -2)), Number(String(year).slice(-2))]
  const d = b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 19 * a + 15
  const h = d % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

type Rule = (year: number) => readonly (readonly [date: string, name: string])[]

/** Returns a holiday, and its substitute if it falls on a weekend. `taken` are substitutes in use. */
function addSubstituteDay(date: string, name: string, taken: readonly string[] = []): [string, string][] {
  if (weekday(date) !== 0 && weekday(date) !== 6) return [[date, name]]
  let next = addDays(date, weekday(date) === 6 ? 2 : 1)
  while (taken.includes(next)) next = addDays(next, 1)
  return [
    [date, name],
    [next, `${name} (day in lieu)`],
  ]
}

function christmas(year: number): [string, string][] {
  const [first, second] = [dayOf(year, 12, 25), dayOf(year, 12, 26)]
  const own = addSubstituteDay(first, 'Christmas Day', [second])
  return [
    ...own,
    ...addSubstituteDay(
      second,
      'Boxing Day',
      own.map(([date]) => date),
    ),
  ]
}

// Sources: gov.uk/bank-holidays (England and Wales), opm.gov (federal), fairwork.gov.au (national), canada.ca
// (federal).
const rules: Readonly<Record<string, Rule>> = {
  GB: (year) => [
    ...addSubstituteDay(dayOf(year, 1, 1), 'New Year’s Day'),
    [addDays(computeEaster(year), -2), 'Good Friday'],
    [computeEaster(year), 'Easter Sunday'],
    [addDays(computeEaster(year), 1), 'Easter Monday'],
    [nth(year, 5, monday, 1), 'Early May bank holiday'],
    [nth(year, 5, monday, 0), 'Spring bank holiday'],
    [nth(year, 8, monday, 0), 'Summer bank holiday'],
    ...christmas(year),
  ],
  US: (year) => [
    [dayOf(year, 1, 1), 'New Year’s Day'],
    [nth(year, 1, monday, 3), 'Martin Luther King Jr. Day'],
    [nth(year, 2, monday, 3), 'Presidents’ Day'],
    [nth(year, 5, monday, 0), 'Memorial Day'],
    [dayOf(year, 6, 19), 'Juneteenth'],
    [dayOf(year, 7, 4), 'Independence Day'],
    [nth(year, 9, monday, 1), 'Labor Day'],
    [nth(year, 10, monday, 2), 'Columbus Day'],
    [dayOf(year, 11, 11), 'Veterans Day'],
    [nth(year, 11, thursday, 4), 'Thanksgiving'],
    [dayOf(year, 12, 25), 'Christmas Day'],
  ],
  AU: (year) => [
    ...addSubstituteDay(dayOf(year, 1, 1), 'New Year’s Day'),
    ...addSubstituteDay(dayOf(year, 1, 26), 'Australia Day'),
    [addDays(computeEaster(year), -2), 'Good Friday'],
    [addDays(computeEaster(year), -1), 'Easter Saturday'],
    [computeEaster(year), 'Easter Sunday'],
    [addDays(computeEaster(year), 1), 'Easter Monday'],
    [dayOf(year, 4, 25), 'Anzac Day'],
    [nth(year, 6, monday, 2), 'King’s Birthday'],
    ...christmas(year),
  ],
  CA: (year) => [
    [dayOf(year, 1, 1), 'New Year’s Day'],
    [addDays(computeEaster(year), -2), 'Good Friday'],
    [addDays(computeEaster(year), 1), 'Easter Monday'],
    // The Monday before 25 May.
    [addDays(dayOf(year, 5, 24), -((weekday(dayOf(year, 5, 24)) + 6) % 7)), 'Victoria Day'],
    [dayOf(year, 7, 1), 'Canada Day'],
    [nth(year, 9, monday, 1), 'Labour Day'],
    [dayOf(year, 9, 30), 'National Day for Truth and Reconciliation'],
    [nth(year, 10, monday, 2), 'Thanksgiving'],
    [dayOf(year, 11, 11), 'Remembrance Day'],
    [dayOf(year, 12, 25), 'Christmas Day'],
    [dayOf(year, 12, 26), 'Boxing Day'],
  ],
}

export function listHolidays(country: string, from: string, until: string): Holiday[] {
  const years = Array.from(
    { length: Number(until.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, i) => Number(from.slice(0, 4)) + i,
  )
  const named = new Map<string, string>()
  for (const [date, name] of years.flatMap((year) => rules[country]?.(year) ?? []))
    if (from <= date && date <= until) named.set(date, named.has(date) ? `${named.get(date)}, ${name}` : name)
  return [...named].map(([date, name]) => ({ date, name })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
