import type { Fee, Fees } from '#contract/fees.ts'
import { convertHundredths } from '#contract/format.ts'
import { roundPosition } from '#server/places/index.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { PackedHours } from '#server/providers/index.ts'
import { computeBasePoints } from './ranking.ts'
import {
  flag,
  buildNameNumbers,
  type NumberName,
  numberNames,
  type PackedSelling,
  type ProviderColumns,
} from './square-queries.ts'

/** Published providers of one square at one version, in columns, so that a million fit in memory and scan fast. */
export type CellSnapshot = {
  version: number
  count: number
  opensFrom: number
  /** One column of `count` numbers per `field`; providers ascend by number. */
  columns: Int32Array
  /** Pairs of packed service (number, minutes, doers) and cost, grouped by provider, ascending by service. */
  services: Int32Array
  /** Columns x, y, z on the unit sphere, then the search-independent ranking points. */
  points: Float64Array
  /** Hours of providers whose days or services differ, by row. */
  hours: ReadonlyMap<number, PackedHours>
  /** Selling rules of providers whose services differ, by row. */
  selling: ReadonlyMap<number, PackedSelling>
}

const mostServices = 256
const mostSkills = 128
/** Columns that the decoder adds to those of the database; bit sets take several. */
const derived = { artists: 1, servicesFrom: 1, servicesTo: 1, offers: mostServices / 32, skills: mostSkills / 32 }
const layout = [
  ...numberNames.map((name) => ({ name, width: 1 })),
  ...Object.entries(derived).map(([name, width]) => ({ name: name as keyof typeof derived, width })),
]
const widthOf = (columns: readonly { width: number }[]) => columns.reduce((sum, { width }) => sum + width, 0)

export const field: Readonly<Record<NumberName | keyof typeof derived, number>> = buildNameNumbers(
  layout.map(({ name }) => name),
  (place) => widthOf(layout.slice(0, place)),
)
export const fieldCount = widthOf(layout)
const radians = Math.PI / 180

export const unpackServiceNo = (packed: number) => packed & 255
export const unpackServiceMinutes = (packed: number) => (packed >>> 8) & 1023
export const unpackServiceDoers = (packed: number) => packed >>> 18

const skillBits = new Map<string, number>()
const skillIds: string[] = []

export const findSkillBit = (id: string): number | undefined => skillBits.get(id)

function bitFor(id: string): number {
  const known = skillBits.get(id)
  if (known !== undefined) return known
  if (skillIds.length >= mostSkills) throw new Error(`More than ${mostSkills} skills; widen the rows of a cell.`)
  skillBits.set(id, skillIds.length)
  return skillIds.push(id) - 1
}

export const countSkillWords = (): number => Math.ceil(skillIds.length / 32)
export const getSkillAt = (bit: number): string => skillIds[bit] as string

export const readCellNumber = (cell: CellSnapshot, row: number, column: number): number =>
  cell.columns[column * cell.count + row] as number

export const getFeeAt = (fees: Fees, cell: CellSnapshot, row: number): Fee =>
  fees.varies
    ? fees.at(
        readCellNumber(cell, row, field.no),
        readCellNumber(cell, row, field.bookings),
        readCellNumber(cell, row, field.since),
      )
    : fees.usual

export const hasFlag = (cell: CellSnapshot, row: number, bit: number): boolean =>
  (readCellNumber(cell, row, field.flags) & bit) !== 0

/** Second at which an event day ends: 5 AM the next morning. */
export const getDayEnd = (day: Day): number => day.at(1740) / 1000

/** Returns whether Instant Book is enabled and all calendars have been read up to `dayEnd`. */
export function isInstantBookOn(cell: CellSnapshot, row: number, dayEnd: number): boolean {
  if (!hasFlag(cell, row, flag.instant)) return false
  const until = readCellNumber(cell, row, field.instantUntil)
  return until < 0 || until >= dayEnd
}

export const hasSkill = (cell: CellSnapshot, row: number, bit: number): boolean =>
  ((readCellNumber(cell, row, field.skills + (bit >> 5)) >>> (bit & 31)) & 1) === 1

const doers = new Uint8Array(mostServices)

/** Builds a square's snapshot from slices, decoded one at a time so that the caller can yield. */
export class CellBuilder {
  readonly #cell: CellSnapshot
  readonly #hours = new Map<number, PackedHours>()
  readonly #selling = new Map<number, PackedSelling>()
  readonly #services: number[] = []
  #rows = 0

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

  /** Throws unless providers ascend by number, which all readers rely on. */
  add(slice: ProviderColumns): void {
    const { columns, count } = this.#cell
    for (const name of numberNames) columns.set(slice[name], field[name] * count + this.#rows)
    let service = 0
    for (let i = 0; i < slice.no.length; i++) {
      const row = this.#rows++
      const no = slice.no[i] as number
      if (row > 0 && no <= readCellNumber(this.#cell, row - 1, field.no))
        throw new Error('The providers of a square are not sorted by number.')
      this.#addServices(slice, i, row, service)
      service += slice.serviceCount[i] as number
      for (const id of slice.skills[i] ?? []) setBit(this.#cell, row, field.skills, bitFor(id))
      const [hours, selling] = [slice.hours?.[no], slice.selling?.[no]]
      if (hours) this.#hours.set(row, hours)
      if (selling) this.#selling.set(row, selling)
      addPoints(this.#cell, row, slice.lat[i] as number, slice.lng[i] as number)
    }
  }

  #addServices(slice: ProviderColumns, i: number, row: number, from: number): void {
    const { columns, count } = this.#cell
    const crew = slice.crew[i] as readonly number[][]
    doers.fill(0)
    for (const [artist, nos] of crew.entries()) for (const no of nos) doers[no] = (doers[no] as number) | (1 << artist)
    columns[field.artists * count + row] = crew.length
    columns[field.servicesFrom * count + row] = this.#services.length
    for (let at = from; at < from + (slice.serviceCount[i] as number); at++) {
      const no = slice.serviceNos[at] as number
      // A service without a doer is not offered.
      if (doers[no] === 0) continue
      const minutes = slice.serviceMinutes[at] as number
      this.#services.push(no | (minutes << 8) | ((doers[no] as number) << 18), slice.serviceCosts[at] as number)
      setBit(this.#cell, row, field.offers, no)
    }
    columns[field.servicesTo * count + row] = this.#services.length
  }

  /** Throws if providers are missing. */
  build(): CellSnapshot {
    const { count, columns } = this.#cell
    if (this.#rows !== count) throw new Error(`A square of ${count} providers was loaded with ${this.#rows} rows.`)
    const opens = columns.subarray(field.opens * count, (field.opens + 1) * count)
    return {
      ...this.#cell,
      opensFrom: opens.reduce((first, minute) => Math.min(first, minute), 1440),
      services: new Int32Array(this.#services),
    }
  }
}

/** Uses the rounded position shown to customers: exact distances from many places would reveal the address. */
function addPoints(cell: CellSnapshot, row: number, exactLat: number, exactLng: number): void {
  const { points, count } = cell
  const [lng, lat] = roundPosition(exactLat, exactLng).map((degrees) => degrees * radians) as [number, number]
  const across = Math.cos(lat)
  points[row] = across * Math.cos(lng)
  points[count + row] = across * Math.sin(lng)
  points[2 * count + row] = Math.sin(lat)
  points[3 * count + row] = computeBasePoints(getSignals(cell, row))
}

function setBit({ columns, count }: CellSnapshot, row: number, from: number, bit: number): void {
  const at = (from + (bit >> 5)) * count + row
  columns[at] = (columns[at] as number) | (1 << (bit & 31))
}

export const getHoursAt = (cell: CellSnapshot, row: number): PackedHours | null => cell.hours.get(row) ?? null

export const getSellingAt = (cell: CellSnapshot, row: number): PackedSelling | null => cell.selling.get(row) ?? null

/** In hundredths, because the reviews of one party count as a single one. */
export const getReviewSum = (cell: CellSnapshot, row: number): number =>
  convertHundredths(readCellNumber(cell, row, field.reviewSum))

export const getSignals = (cell: CellSnapshot, row: number) => ({
  reviewCount: readCellNumber(cell, row, field.reviews),
  reviewSum: getReviewSum(cell, row),
  answerMinutes: orNull(readCellNumber(cell, row, field.answerMinutes)),
  answeredPercent: orNull(readCellNumber(cell, row, field.answered)),
  cancelledPercent: readCellNumber(cell, row, field.cancelled),
  hasWork: hasFlag(cell, row, flag.hasWork),
})

const orNull = (n: number) => (n < 0 ? null : n)
