import type { Fee, Fees } from '#contract/fees.ts'
import type { LowerPrice, Package } from '#contract/price.ts'
import { ofHundredths } from '#contract/format.ts'
import { roundedPosition } from '#server/places/door.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { OwnHours } from '#server/providers/open-days/door.ts'
import { PackedReader } from './packed-reader.ts'
import { standingPoints } from './ranking.ts'

/** The live providers of one square, as of one version of it: numbers in columns, so that a million of them stay small and fast to read. */
export type CellSnapshot = {
  version: number
  count: number
  /** The earliest minute of the day at which anyone here begins. */
  opensFrom: number
  /** A column of `count` numbers for each `field`, one after the other; providers ascend by number. */
  columns: Int32Array
  /** Service number, minutes and doers in one number, then its cost; runs of them a provider, ascending by service. */
  services: Int32Array
  /** Columns x, y, z on the unit sphere, then the ranking points that no search changes. */
  points: Float64Array
  /** As the database packs them, the hours of those whose days or services differ, by row: few have any. */
  hours: ReadonlyMap<number, string>
  /** The same of how those sell who have deposit shares of their own by service, work for less at times, or sell some of it together. */
  selling: ReadonlyMap<number, string>
}

export const field = {
  no: 0,
  flags: 1,
  radius: 2,
  free: 3,
  perUnit: 4,
  minimum: 5,
  share: 6,
  buffer: 7,
  notice: 8,
  horizon: 9,
  opens: 10,
  closes: 11,
  earlyBefore: 12,
  earlyFee: 13,
  reviews: 14,
  /** In hundredths of a star. */
  reviewSum: 15,
  answerMinutes: 16,
  answered: 17,
  cancelled: 18,
  bookings: 19,
  /** The day since 1970 from which on they are live, and the second of what last changed. */
  since: 20,
  changed: 21,
  /** The second up to which Instant Book covers event days; -1 without a limit. */
  instantUntil: 22,
  artists: 23,
  servicesFrom: 24,
  servicesTo: 25,
  offers: 26,
  skills: 34,
} as const
export const fieldCount = 38
export const flag = {
  mobile: 1,
  studio: 2,
  instant: 4,
  featured: 8,
  vaccinated: 16,
  covidTrained: 32,
  ownHours: 64,
} as const
/** So many numbers of a row come as they are. */
const given = 23
const radians = Math.PI / 180
/** The country's place in this list stands above the flags. */
export const countries = ['AU', 'US', 'GB', 'CA']
export const countryShift = 7

export const serviceNo = (packed: number) => packed & 255
export const serviceMinutes = (packed: number) => (packed >>> 8) & 1023
export const serviceDoers = (packed: number) => packed >>> 18

const skillBits = new Map<string, number>()
const skillIds: string[] = []
const mostSkills = 128

/** The place among the bits of a row of a skill that somebody around has; nobody has the others. */
export const skillBit = (id: string): number | undefined => skillBits.get(id)

function bitFor(id: string): number {
  const known = skillBits.get(id)
  if (known !== undefined) return known
  if (skillIds.length >= mostSkills) throw new Error(`More than ${mostSkills} skills; widen the rows of a cell.`)
  skillBits.set(id, skillIds.length)
  return skillIds.push(id) - 1
}

/** How many words of a row hold the skills known so far. */
export const skillWords = (): number => Math.ceil(skillIds.length / 32)
export const skillAt = (bit: number): string => skillIds[bit] as string

/** One number of one provider. */
export const numberOf = (cell: CellSnapshot, row: number, column: number): number =>
  cell.columns[column * cell.count + row] as number

/** The fee of one provider. */
export const feeAt = (fees: Fees, cell: CellSnapshot, row: number): Fee =>
  fees.varies
    ? fees.at(numberOf(cell, row, field.no), numberOf(cell, row, field.bookings), numberOf(cell, row, field.since))
    : fees.usual

export const hasFlag = (cell: CellSnapshot, row: number, bit: number): boolean =>
  (numberOf(cell, row, field.flags) & bit) !== 0

/** The second at which an event day ends: 5 AM the next morning. */
export const dayEndOf = (day: Day): number => day.at(1740) / 1000

/** Whether a provider takes Instant Book on an event day, by its `dayEndOf`: it is on, and all calendars that they added have been read that far. */
export function takesInstantBook(cell: CellSnapshot, row: number, dayEnd: number): boolean {
  if (!hasFlag(cell, row, flag.instant)) return false
  const until = numberOf(cell, row, field.instantUntil)
  return until < 0 || until >= dayEnd
}

export const hasSkill = (cell: CellSnapshot, row: number, bit: number): boolean =>
  ((numberOf(cell, row, field.skills + (bit >> 5)) >>> (bit & 31)) & 1) === 1

const nos: number[] = []
const costs: number[] = []
const minutes: number[] = []
const doers = new Uint8Array(256)
const does: number[] = []

/** Providers of one square that follow each other by number, as the database packs them: a line each. */
type Slice = { count: number; packed: string }

/**
 * Builds the snapshot of a square from slices of its providers. One slice is decoded at a time, so that the caller can
 * let the event loop run in between.
 */
export class CellBuilder {
  readonly #cell: CellSnapshot
  readonly #hours = new Map<number, string>()
  readonly #selling = new Map<number, string>()
  readonly #services: Int32Array[] = []
  #rows = 0
  #servicesLength = 0

  constructor(version: number, count: number) {
    this.#cell = {
      version,
      count,
      opensFrom: 0,
      columns: new Int32Array(count * fieldCount),
      services: new Int32Array(0),
      points: new Float64Array(count * 4),
      hours: this.#hours,
      selling: this.#selling,
    }
  }

  /** Decodes the next providers. */
  add({ count, packed }: Slice): void {
    const reader = new PackedReader(packed)
    const services: number[] = []
    const own = { hours: this.#hours, selling: this.#selling }
    for (let i = 0; i < count; i++) readProvider(reader, this.#cell, this.#rows++, services, this.#servicesLength, own)
    if (!reader.done) throw new Error('A slice of a square holds more providers than it should.')
    this.#services.push(new Int32Array(services))
    this.#servicesLength += services.length
  }

  /** Returns the snapshot. Throws if not all providers were added. */
  build(): CellSnapshot {
    const { count, columns } = this.#cell
    if (this.#rows !== count) throw new Error(`A square of ${count} providers came with ${this.#rows}.`)
    const services = new Int32Array(this.#servicesLength)
    let at = 0
    for (const part of this.#services) {
      services.set(part, at)
      at += part.length
    }
    const opens = columns.subarray(field.opens * count, (field.opens + 1) * count)
    return { ...this.#cell, opensFrom: opens.reduce((first, minute) => Math.min(first, minute), 1440), services }
  }
}

function readProvider(
  reader: PackedReader,
  cell: CellSnapshot,
  row: number,
  services: number[],
  servicesBefore: number,
  { hours, selling }: Record<'hours' | 'selling', Map<number, string>>,
): void {
  const { columns, points, count } = cell
  const put = (column: number, value: number) => {
    columns[column * count + row] = value
  }
  const country = countries.indexOf(reader.text('|'))
  const [exactLat, exactLng] = [Number(reader.text('|')), Number(reader.text('|'))]
  // Distance, price and reach start where customers are told that the base is: asked from enough places, exact ones would give the door away.
  const [lng, lat] = roundedPosition(exactLat, exactLng).map((degrees) => degrees * radians) as [number, number]
  reader.ints(nos)
  reader.ints(costs)
  reader.ints(minutes)
  const artists = readCrew(reader)
  for (const id of reader.text('|').split(',')) if (id) setBit(cell, row, field.skills, bitFor(id))
  const own = reader.text('|')
  if (own) hours.set(row, own)
  const sells = reader.text('|')
  if (sells) selling.set(row, sells)
  for (let column = 0; column < given; column++) put(column, reader.int() ?? -1)
  put(field.flags, numberOf(cell, row, field.flags) | (own ? flag.ownHours : 0) | (country << countryShift))

  put(field.artists, artists)
  put(field.servicesFrom, servicesBefore + services.length)
  for (let i = 0; i < nos.length; i++) {
    const no = nos[i] as number
    // A service that nobody of the team does is not on offer.
    if (doers[no] === 0) continue
    services.push(no | ((minutes[i] as number) << 8) | ((doers[no] as number) << 18), costs[i] as number)
    setBit(cell, row, field.offers, no)
  }
  put(field.servicesTo, servicesBefore + services.length)

  const across = Math.cos(lat)
  points[row] = across * Math.cos(lng)
  points[count + row] = across * Math.sin(lng)
  points[2 * count + row] = Math.sin(lat)
  points[3 * count + row] = standingPoints(signalsOf(cell, row))
}

/** Artists part by ';', their services by ','; answers how many there are and leaves who does what in `doers`. */
function readCrew(reader: PackedReader): number {
  doers.fill(0)
  let artist = 0
  for (;;) {
    for (const no of reader.ints(does)) doers[no] = (doers[no] as number) | (1 << artist)
    artist++
    if (reader.stop !== ';') return artist
  }
}

function setBit({ columns, count }: CellSnapshot, row: number, from: number, bit: number): void {
  const at = (from + (bit >> 5)) * count + row
  columns[at] = (columns[at] as number) | (1 << (bit & 31))
}

const readHours = new WeakMap<CellSnapshot, Map<number, OwnHours>>()

/** The hours of a provider whose days or services differ; of whoever has none of their own, null. */
export function hoursAt(cell: CellSnapshot, row: number): OwnHours | null {
  const packed = cell.hours.get(row)
  if (packed === undefined) return null
  const read = readHours.get(cell) ?? new Map<number, OwnHours>()
  readHours.set(cell, read)
  const known = read.get(row) ?? (JSON.parse(packed) as OwnHours)
  read.set(row, known)
  return known
}

/** How somebody sells whose services are not all alike: the deposit's share by service number, when they work for less, and what they sell together. */
export type OwnSelling = {
  readonly shares: readonly (readonly [service: number, share: number])[]
  readonly lower: readonly LowerPrice[]
  /** Missing where nothing is sold together. */
  readonly packages?: readonly Package<number>[]
}

const readSelling = new WeakMap<CellSnapshot, Map<number, OwnSelling>>()

/** The same of one provider; null for whoever sells everything alike. */
export function sellingAt(cell: CellSnapshot, row: number): OwnSelling | null {
  const packed = cell.selling.get(row)
  if (packed === undefined) return null
  const read = readSelling.get(cell) ?? new Map<number, OwnSelling>()
  readSelling.set(cell, read)
  const known = read.get(row) ?? (JSON.parse(packed) as OwnSelling)
  read.set(row, known)
  return known
}

/** What the scores of a provider's bookings sum to: a party's share of one is a part of a star. */
export const reviewSumAt = (cell: CellSnapshot, row: number): number =>
  ofHundredths(numberOf(cell, row, field.reviewSum))

/** The recorded signals of a provider. */
export const signalsOf = (cell: CellSnapshot, row: number) => ({
  reviewCount: numberOf(cell, row, field.reviews),
  reviewSum: reviewSumAt(cell, row),
  answerMinutes: orNull(numberOf(cell, row, field.answerMinutes)),
  answeredPercent: orNull(numberOf(cell, row, field.answered)),
  cancelledPercent: numberOf(cell, row, field.cancelled),
})

const orNull = (n: number) => (n < 0 ? null : n)
