import type { Fee, Fees } from '#contract/fees.ts'
import {
  findLowerPrice,
  applyLowerPrice,
  type LowerPrice,
  type Package,
  applyPackages,
  computeUnitsWithFee,
} from '#contract/price.ts'
import type { Day } from '#server/platform/event-day.ts'
import {
  type CellSnapshot,
  getFeeAt,
  field,
  readCellNumber,
  getSellingAt,
  unpackServiceDoers,
  unpackServiceMinutes,
  unpackServiceNo,
} from './cell-snapshot.ts'
import type { Party, Team } from '#server/search/planning/party.ts'

const nothing = new Int32Array(0)
// Cache limit: more columns cost more memory than the time they save.
const mostKept = 10
const held = new WeakMap<CellSnapshot, Map<number, Int32Array>>()

/**
 * Returns one service of all providers of a square by row, two numbers each as in `services`, zero if not offered.
 * Computed lazily and cached with the square.
 */
function serviceColumn(cell: CellSnapshot, no: number): Int32Array {
  const kept = held.get(cell) ?? new Map<number, Int32Array>()
  held.set(cell, kept)
  const known = kept.get(no)
  if (known) return known
  const column = columnOf(cell, no)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value as number)
  kept.set(no, column)
  return column
}

function columnOf(cell: CellSnapshot, no: number): Int32Array {
  const { services, count } = cell
  const column = new Int32Array(count * 2)
  for (let row = 0; row < count; row++) {
    const end = readCellNumber(cell, row, field.servicesTo)
    let at = readCellNumber(cell, row, field.servicesFrom)
    while (at < end && unpackServiceNo(services[at] as number) !== no) at += 2
    if (at === end) continue
    column[row * 2] = services[at] as number
    column[row * 2 + 1] = services[at + 1] as number
  }
  return column
}

// Cache limit in combinations of market, category and day.
const mostFees = 4
const heldFees = new WeakMap<CellSnapshot, Map<Fees, Uint16Array>>()
const kinds = new WeakMap<Fees, { list: Fee[]; places: Map<Fee, number> }>()

export type FeeColumn = { list: readonly Fee[]; places: Uint16Array }

/** Computed lazily and cached with the square. Used only if fees vary. */
export function getFeeColumn(cell: CellSnapshot, fees: Fees): FeeColumn {
  const kind = kinds.get(fees) ?? { list: [], places: new Map<Fee, number>() }
  kinds.set(fees, kind)
  const kept = heldFees.get(cell) ?? new Map<Fees, Uint16Array>()
  heldFees.set(cell, kept)
  const known = kept.get(fees)
  if (known) return { list: kind.list, places: known }
  const places = new Uint16Array(cell.count)
  for (let row = 0; row < cell.count; row++) places[row] = placeOf(getFeeAt(fees, cell, row), kind)
  if (kept.size >= mostFees) kept.delete(kept.keys().next().value as Fees)
  kept.set(fees, places)
  return { list: kind.list, places }
}

function placeOf(fee: Fee, { list, places }: { list: Fee[]; places: Map<Fee, number> }): number {
  const known = places.get(fee)
  if (known !== undefined) return known
  if (list.length >= 65_536) throw new Error('More distinct fees than a column can store; widen it.')
  places.set(fee, list.length)
  return list.push(fee) - 1
}

export const noColumn: FeeColumn = { list: [], places: new Uint16Array(0) }

/** Returns the discount of a provider on a searched day for a job start in milliseconds, or null. */
export function findLowerPriceFor(
  cell: CellSnapshot,
  row: number,
  { day, daysAhead }: { day: Day; daysAhead: number },
  start: number | null,
): LowerPrice | null {
  const own = getSellingAt(cell, row)
  if (!own || own.lower.length === 0) return null
  return findLowerPrice(own.lower, { date: day.date, daysAhead, start, at: (minute) => day.at(minute) })
}

/** Returns a provider's packages by service number, after a discount. */
export function listPackagesFor(cell: CellSnapshot, row: number, rule: LowerPrice | null): readonly Package<number>[] {
  const packages = getSellingAt(cell, row)?.packages ?? []
  return rule ? packages.map((one) => ({ ...one, costMinor: applyLowerPrice(one.costMinor, rule) })) : packages
}

/** Cursor over providers: minutes, doers and costs of the party's wanted services. */
export class TeamReader implements Team {
  artists = 1
  readonly minutes: Int32Array
  readonly doers: Int32Array
  readonly costs: Int32Array
  costMinor = 0
  units = 0
  readonly #fees: Fees
  readonly #copies: readonly number[]
  /** Indexes of wanted services by ascending service number, which is the order of a provider's services. */
  readonly #nos: Int32Array
  readonly #wants: Int32Array
  readonly #serviceNos: readonly number[]
  #artists: Int32Array = nothing
  #columns: readonly Int32Array[] = []
  #column: FeeColumn = noColumn
  readonly #usual: number
  percent: number

  constructor({ party, serviceNos, fees }: { party: Party; serviceNos: readonly number[]; fees: Fees }) {
    this.minutes = new Int32Array(serviceNos.length)
    this.doers = new Int32Array(serviceNos.length)
    this.costs = new Int32Array(serviceNos.length)
    this.#fees = fees
    this.#usual = fees.usual.percent
    this.percent = this.#usual
    this.#copies = party.copies
    this.#serviceNos = serviceNos
    const order = serviceNos.map((no, want) => ({ no, want })).sort((a, b) => a.no - b.no)
    this.#nos = Int32Array.from(order, ({ no }) => no)
    this.#wants = Int32Array.from(order, ({ want }) => want)
  }

  turnTo(cell: CellSnapshot): void {
    this.#artists = cell.columns.subarray(field.artists * cell.count, (field.artists + 1) * cell.count)
    this.#columns = this.#serviceNos.map((no) => serviceColumn(cell, no))
    if (this.#fees.varies) this.#column = getFeeColumn(cell, this.#fees)
  }

  readRow(row: number): void {
    const columns = this.#columns
    const copies = this.#copies
    const { list, places } = this.#column
    const percent = places.length > 0 ? (list[places[row] as number] as Fee).percent : this.#usual
    this.percent = percent
    this.artists = this.#artists[row] as number
    let costMinor = 0
    let units = 0
    for (let want = 0; want < columns.length; want++) {
      const column = columns[want] as Int32Array
      const packed = column[row * 2] as number
      const cost = column[row * 2 + 1] as number
      this.minutes[want] = unpackServiceMinutes(packed)
      this.doers[want] = unpackServiceDoers(packed)
      this.costs[want] = cost
      costMinor += (copies[want] as number) * cost
      units += (copies[want] as number) * computeUnitsWithFee(cost, percent)
    }
    this.costMinor = costMinor
    this.units = units
  }

  lower(rule: LowerPrice | null): void {
    if (rule === null) return
    const { costs } = this
    this.costMinor = 0
    this.units = 0
    for (let want = 0; want < costs.length; want++) {
      const cost = applyLowerPrice(costs[want] as number, rule)
      const copies = this.#copies[want] as number
      costs[want] = cost
      this.costMinor += copies * cost
      this.units += copies * computeUnitsWithFee(cost, this.percent)
    }
  }

  /** Applies the packages that make the party cheaper. Call after the costs are known. */
  pack(packages: readonly Package<number>[]): void {
    if (packages.length === 0) return
    const at = (no: number) => this.#serviceNos.indexOf(no)
    const taken = applyPackages(
      packages,
      (no) => this.#copies[at(no)] ?? 0,
      (no) => this.costs[at(no)] ?? 0,
      (costMinor) => computeUnitsWithFee(costMinor, this.percent),
    )
    for (const { times, savedUnits, savedMinor } of taken) {
      this.units -= times * savedUnits
      this.costMinor -= times * savedMinor
    }
  }

  read(cell: CellSnapshot, row: number): void {
    const { services } = cell
    const { percent } = getFeeAt(this.#fees, cell, row)
    this.percent = percent
    this.artists = readCellNumber(cell, row, field.artists)
    this.costMinor = 0
    this.units = 0
    let at = readCellNumber(cell, row, field.servicesFrom)
    for (let k = 0; k < this.#nos.length; k++) {
      const no = this.#nos[k] as number
      const want = this.#wants[k] as number
      while (unpackServiceNo(services[at] as number) !== no) at += 2
      const packed = services[at] as number
      const cost = services[at + 1] as number
      const copies = this.#copies[want] as number
      this.minutes[want] = unpackServiceMinutes(packed)
      this.doers[want] = unpackServiceDoers(packed)
      this.costs[want] = cost
      this.costMinor += copies * cost
      this.units += copies * computeUnitsWithFee(cost, percent)
    }
  }
}
