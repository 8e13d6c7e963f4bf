import { unitsWithFee } from '#contract/price.ts'
import { type CellSnapshot, field, numberOf, serviceDoers, serviceMinutes, serviceNo } from './cell-snapshot.ts'
import type { Party, Team } from '#server/search/planning/party.ts'

/** Reads one provider after the other as the party sees them: minutes, doers and costs of what is wanted. */
export class TeamReader implements Team {
  artists = 1
  readonly minutes: Int32Array
  readonly doers: Int32Array
  readonly costs: Int32Array
  /** The whole party's services: what they cost, and their price in whole units. */
  costMinor = 0
  units = 0
  readonly #percent: number
  readonly #copies: readonly number[]
  /** Wanted places by ascending service number, as the providers' services stand. */
  readonly #nos: Int32Array
  readonly #wants: Int32Array

  constructor({ party, serviceNos, percent }: { party: Party; serviceNos: readonly number[]; percent: number }) {
    this.minutes = new Int32Array(serviceNos.length)
    this.doers = new Int32Array(serviceNos.length)
    this.costs = new Int32Array(serviceNos.length)
    this.#percent = percent
    this.#copies = party.copies
    const order = serviceNos.map((no, want) => ({ no, want })).sort((a, b) => a.no - b.no)
    this.#nos = Int32Array.from(order, ({ no }) => no)
    this.#wants = Int32Array.from(order, ({ want }) => want)
  }

  read(cell: CellSnapshot, row: number): void {
    const { services } = cell
    this.artists = numberOf(cell, row, field.artists)
    this.costMinor = 0
    this.units = 0
    let at = numberOf(cell, row, field.servicesFrom)
    for (let k = 0; k < this.#nos.length; k++) {
      const no = this.#nos[k] as number
      const want = this.#wants[k] as number
      while (serviceNo(services[at] as number) !== no) at += 2
      const packed = services[at] as number
      const cost = services[at + 1] as number
      const copies = this.#copies[want] as number
      this.minutes[want] = serviceMinutes(packed)
      this.doers[want] = serviceDoers(packed)
      this.costs[want] = cost
      this.costMinor += copies * cost
      this.units += copies * unitsWithFee(cost, this.#percent)
    }
  }
}
