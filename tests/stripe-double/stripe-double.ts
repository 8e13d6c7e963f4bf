import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { Books, Declined } from './books.ts'

type Answer = { status: number; body: unknown }
/** `lose`: it is done, but the line breaks before the answer. `fault`: nothing is done, and the fault is kept by its key. `drop`: nothing is done, nothing is answered. */
type Trouble = 'lose' | 'fault' | 'drop'

/** A server that speaks as much of Stripe's HTTP as this site calls, with its idempotency and its signed events, and with trouble on demand. */
export class StripeDouble {
  readonly secret = `whsec_${randomBytes(16).toString('hex')}`
  readonly books = new Books()
  readonly calls: string[] = []
  private readonly answers = new Map<string, { asked: string; answer: Answer }>()
  private readonly troubles: { path: RegExp; trouble: Trouble; times: number }[] = []
  private readonly server: Server

  private constructor() {
    this.server = createServer((asked, answer) => {
      this.take(asked, answer).catch((fault) =>
        answer.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(fault) } })),
      )
    })
  }

  static async open(): Promise<StripeDouble> {
    const double = new StripeDouble()
    await new Promise<void>((ready) => double.server.listen(0, '127.0.0.1', ready))
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((closed) => this.server.close(() => closed()))
  }

  /** The next calls of such a path go wrong. */
  trouble(path: RegExp, trouble: Trouble, times = 1): void {
    this.troubles.push({ path, trouble, times })
  }

  /** Whatever was still to go wrong does not. */
  calm(): void {
    this.troubles.length = 0
  }

  /** Every event that has happened and not been fetched, as it would be sent: its body and its signature. */
  webhooks(): { raw: string; signature: string; type: string }[] {
    return this.books.events.splice(0).map((event) => this.signed(event))
  }

  signed(event: { type: string }, secret = this.secret): { raw: string; signature: string; type: string } {
    const raw = JSON.stringify(event)
    return { raw, signature: Stripe.webhooks.generateTestHeaderString({ payload: raw, secret }), type: event.type }
  }

  private async take(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? '/', this.url)
    const text = await read(asked)
    const params = new URLSearchParams(asked.method === 'GET' ? url.search : text)
    const call = `${asked.method} ${url.pathname}`
    this.calls.push(call)
    const key = asked.headers['idempotency-key'] as string | undefined
    const print = createHash('sha256').update(`${call} ${text}`).digest('hex')
    const known = key ? this.answers.get(key) : undefined
    const trouble = known ? undefined : this.nextTrouble(call)
    if (trouble === 'drop') return void response.destroy()
    if (known && known.asked !== print)
      return send(response, {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message:
              'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          },
        },
      })
    const answer =
      known?.answer ??
      (trouble === 'fault'
        ? { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } }
        : this.answer(asked.method ?? 'GET', url.pathname, params))
    if (key) this.answers.set(key, { asked: print, answer })
    if (trouble === 'lose') return void response.destroy()
    send(response, answer, Boolean(known))
  }

  private nextTrouble(call: string): Trouble | undefined {
    const at = this.troubles.findIndex(({ path }) => path.test(call))
    const found = this.troubles[at]
    if (found && --found.times === 0) this.troubles.splice(at, 1)
    return found?.trouble
  }

  private answer(method: string, path: string, params: URLSearchParams): Answer {
    try {
      return { status: 200, body: this.books.answer(method, path, params) }
    } catch (fault) {
      if (!(fault instanceof Declined)) throw fault
      return {
        status: fault.status,
        body: {
          error: { type: fault.type, code: fault.code, decline_code: fault.declineCode, message: fault.message },
        },
      }
    }
  }
}

async function read(asked: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of asked) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, { status, body }: Answer, replayed = false): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(6).toString('hex')}`,
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    ...(status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
  })
  response.end(JSON.stringify(body))
}
