import { connect, type Socket } from 'node:net'

type Answer = { status: number; body: Buffer }

/**
 * A minimal keep-alive HTTP/1.1 connection for one call at a time: a load generator on the same machine must use little
 * CPU.
 */
export class Line {
  readonly #host: string
  readonly #socket: Socket
  #got: Buffer = Buffer.alloc(0)
  #waiting: { answer: (answer: Answer) => void; lost: (fault: Error) => void } | undefined

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (fault) => this.#waiting?.lost(fault))
    this.#socket.on('close', () => this.#waiting?.lost(new Error('the connection was closed')))
  }

  ask(path: string, headers: string, body: string): Promise<Answer> {
    return new Promise((answer, lost) => {
      this.#waiting = { answer, lost }
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#got = this.#got.length ? Buffer.concat([this.#got, chunk]) : chunk
    const headEnds = this.#got.indexOf('\r\n\r\n')
    if (headEnds < 0) return
    const head = this.#got.toString('latin1', 0, headEnds)
    const bodyFrom = headEnds + 4
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    const body = length === undefined ? unchunked(this.#got, bodyFrom) : this.#upTo(bodyFrom + Number(length), bodyFrom)
    if (!body) return
    this.#got = Buffer.alloc(0)
    const { answer } = this.#waiting ?? {}
    this.#waiting = undefined
    answer?.({ status: Number(head.slice(9, 12)), body })
  }

  #upTo(ends: number, from: number): Buffer | null {
    return this.#got.length < ends ? null : this.#got.subarray(from, ends)
  }
}

/** Returns the body of a chunked response, once it is complete. */
function unchunked(all: Buffer, from: number): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = from; ; ) {
    const ends = all.indexOf('\r\n', at)
    if (ends < 0) return null
    const size = Number.parseInt(all.toString('latin1', at, ends), 16)
    if (all.length < ends + 2 + size + 2) return null
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(all.subarray(ends + 2, ends + 2 + size))
    at = ends + 2 + size + 2
  }
}
