const zero = 48
const minus = 45

/** Reads numbers and words off a long text of lines, lists and fields without cutting it into pieces. */
export class PackedReader {
  readonly #text: string
  #at = 0
  /** The sign that ended what was read last; '' at the end of the text. */
  stop = ''

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /** The whole number up to the next sign that is no digit; null where no digit stands. */
  int(): number | null {
    const text = this.#text
    let at = this.#at
    const negative = text.charCodeAt(at) === minus
    if (negative) at++
    const first = at
    let value = 0
    for (;;) {
      const digit = text.charCodeAt(at) - zero
      // NaN past the end fails both.
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
      at++
    }
    this.stop = text.charAt(at)
    this.#at = at + 1
    if (at === first) return null
    return negative ? -value : value
  }

  /** The text up to that sign. */
  text(until: string): string {
    const end = this.#text.indexOf(until, this.#at)
    const read = this.#text.slice(this.#at, end)
    this.stop = until
    this.#at = end + 1
    return read
  }

  /** The numbers of a list parted by commas, up to the next other sign. */
  ints(into: number[]): number[] {
    into.length = 0
    do {
      const value = this.int()
      if (value !== null) into.push(value)
    } while (this.stop === ',')
    return into
  }
}
