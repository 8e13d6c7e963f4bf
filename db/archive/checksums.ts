import { hash } from 'node:crypto'

/** Checksum of a table, independent of row order: row count and sum of the hashes. */
export type Checksum = { rows: number; sum: string }

/** Computes the checksum of rows in COPY format, one per line. */
export class ChecksumSum {
  #rows = 0
  #high = 0n
  #low = 0n

  add(lines: Buffer): void {
    for (let from = 0; from < lines.length; ) {
      // Line breaks within a row are escaped.
      const end = lines.indexOf(10, from)
      const until = end < 0 ? lines.length : end
      const digest = hash('sha256', lines.subarray(from, until), 'buffer')
      this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(0))
      this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(8))
      this.#rows++
      from = until + 1
    }
  }

  result(): Checksum {
    return {
      rows: this.#rows,
      sum: [this.#high, this.#low].map((part) => part.toString(16).padStart(16, '0')).join(''),
    }
  }
}

export class FileSum {
  readonly #summing = new ChecksumSum()
  #bytes = 0

  add({ key, bytes }: { key: string; bytes: Buffer }): void {
    this.addHashed({ key, sha256: hash('sha256', bytes), length: bytes.length })
  }

  addHashed({ key, sha256, length }: { key: string; sha256: string; length: number }): void {
    this.#summing.add(Buffer.from(`${key} ${sha256}`))
    this.#bytes += length
  }

  result(): { count: number; bytes: number; sum: string } {
    const { rows, sum } = this.#summing.result()
    return { count: rows, bytes: this.#bytes, sum }
  }
}
