const none: readonly number[] = []

/** Busy times of one search by provider, read from packed big-endian integers: number, from, to. */
export class BusyIndex {
  readonly #rows: DataView
  readonly #slots: Int32Array
  readonly #next: Int32Array
  readonly #mask: number

  constructor(packed: Uint8Array) {
    this.#rows = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    const count = packed.byteLength / 12
    let size = 16
    while (size < count * 2) size *= 2
    this.#mask = size - 1
    this.#slots = new Int32Array(size).fill(-1)
    this.#next = new Int32Array(count)
    for (let row = 0; row < count; row++) {
      const slot = this.#slotOf(this.#rows.getInt32(row * 12))
      this.#next[row] = this.#slots[slot] as number
      this.#slots[slot] = row
    }
  }

  /** `[from, to, from, to, …]` in seconds, in no order. */
  of(providerNo: number): readonly number[] {
    let times: number[] | undefined
    for (let row = this.#slots[this.#slotOf(providerNo)] as number; row >= 0; row = this.#next[row] as number) {
      if (this.#rows.getInt32(row * 12) !== providerNo) continue
      times ??= []
      times.push(this.#rows.getInt32(row * 12 + 4), this.#rows.getInt32(row * 12 + 8))
    }
    return times ?? none
  }

  #slotOf(providerNo: number): number {
    return (Math.imul(providerNo, 0x9e3779b1) >>> 7) & this.#mask
  }
}
