import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { PLATFORM } from './balances.ts'
import { Books } from './books.ts'
import { Declined } from './declined.ts'

type Answer = { status: number; body: unknown; headers?: Record<string, string> }
/**
 * `lose`: done and stored by its key, but the connection breaks before the response. `fault`: not done, and the 500 is
 * stored. `faultDone`: done, and the 500 is stored. `drop`: not done, no response. `limit`: 429 before processing, not
 * stored. `down`: 503, the same.
 */
export type Trouble = 'lose' | 'fault' | 'faultDone' | 'drop' | 'limit' | 'down'

const fault: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
}
const unheard: Readonly<Record<string, Answer>> = {
  limit: {
    status: 429,
    body: { error: { type: 'rate_limit_error', code: 'rate_limit', message: 'Request rate limit exceeded.' } },
    headers: { 'stripe-should-retry': 'false' },
  },
  down: { status: 503, body: { error: { type: 'api_error', message: 'Service unavailable.' } } },
}
const misused = (status: number, code: string | undefined, message: string): Answer => ({
  status,
  body: { error: { type: 'idempotency_error', ...(code ? { code } : {}), message } },
})

/** A server for the part of Stripe's API that the site uses, with idempotency, signed events and failures on demand. */
export class StripeDouble {
  readonly secret = `whsec_${randomBytes(16).toString('hex')}`
  /** Signs events of connected accounts, which have a separate endpoint. */
  readonly connectSecret = `whsec_${randomBytes(16).toString('hex')}`
  readonly books = new Books()
  readonly calls: string[] = []
  /** Runs before each call and can delay it. */
  before: (call: string) => Promise<void> | void = () => {}
  private readonly answers = new Map<string, { asked: string; answer: Answer | null; request: string }>()
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

  /** Makes the next calls of a path fail. */
  trouble(path: RegExp, trouble: Trouble, times = 1): void {
    this.troubles.push({ path, trouble, times })
  }

  calm(): void {
    this.troubles.length = 0
  }

  /** Deletes all idempotency keys, as after a day. */
  forgetKeys(): void {
    this.answers.clear()
  }

  /** Returns undelivered events with body and signature. */
  webhooks(): { raw: string; signature: string; type: string }[] {
    return this.books.events
      .splice(0)
      .map((event) => this.signed(event, event.account ? this.connectSecret : this.secret))
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
    const owner = (asked.headers['stripe-account'] as string | undefined) ?? PLATFORM
    const request = `req_${randomBytes(6).toString('hex')}`
    this.calls.push(call)
    const given = asked.headers['idempotency-key'] as string | undefined
    const key = given && `${asked.headers.authorization ?? ''} ${owner} ${given}`
    const print = createHash('sha256').update(`${call} ${text}`).digest('hex')
    const known = key ? this.answers.get(key) : undefined
    if (known) {
      if (known.asked !== print)
        return send(
          response,
          request,
          misused(
            400,
            undefined,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          ),
        )
      if (!known.answer)
        return send(
          response,
          request,
          misused(
            409,
            'idempotency_key_in_use',
            'There is currently another in-progress request using this Idempotent Key.',
          ),
        )
      return send(response, request, known.answer, known.request)
    }
    const trouble = this.nextTrouble(call)
    if (trouble === 'drop') return void response.destroy()
    const early = trouble && unheard[trouble]
    if (early) return send(response, request, early)
    if (key) this.answers.set(key, { asked: print, answer: null, request })
    try {
      await this.before(call)
      const done = trouble === 'fault' ? fault : this.answer(asked.method ?? 'GET', url.pathname, params, owner)
      const answer = trouble === 'faultDone' ? fault : done
      if (key && answer.headers?.['unheard']) this.answers.delete(key)
      else if (key) this.answers.set(key, { asked: print, answer, request })
      if (trouble === 'lose') return void response.destroy()
      send(response, request, answer)
    } catch (fault) {
      if (key) this.answers.delete(key)
      throw fault
    }
  }

  private nextTrouble(call: string): Trouble | undefined {
    const at = this.troubles.findIndex(({ path }) => path.test(call))
    const found = this.troubles[at]
    if (found && --found.times === 0) this.troubles.splice(at, 1)
    return found?.trouble
  }

  private answer(method: string, path: string, params: URLSearchParams, owner: string): Answer {
    try {
      return { status: 200, body: this.books.answer(method, path, params, owner) }
    } catch (fault) {
      if (!(fault instanceof Declined)) throw fault
      const { type, code, declineCode, message } = fault
      return {
        status: fault.status,
        body: { error: { type, code, decline_code: declineCode, message } },
        ...(fault.unheard ? { headers: { unheard: 'yes' } } : {}),
      }
    }
  }
}

async function read(asked: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of asked) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, request: string, { status, body }: Answer, replayOf?: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': request,
    ...(replayOf ? { 'idempotent-replayed': 'true', 'original-request': replayOf } : {}),
    // Client retries would only slow down the tests.
    ...(status >= 429 || status === 409 ? { 'stripe-should-retry': 'false' } : {}),
  })
  response.end(JSON.stringify(body))
}
