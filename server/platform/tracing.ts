import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Statement } from '#db/database.ts'
import type { Env } from './env.ts'
import { toFaultFields, type Log } from './log.ts'

type Value = string | number
type Attributes = Record<string, Value>
type Place = { traceId: string; spanId: string }
type Span = Place & {
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[]
  status: { code: number; message?: string }
}

export type Work = {
  within: <T>(work: () => T) => T
  end: (name: string, attributes: Attributes, fault?: unknown) => void
}

export type Tracing = {
  /** Starts a request span, with the `traceparent` header as parent if present. */
  request: (traceparent: string | undefined) => Work
  own: <T>(name: string, run: () => Promise<T>) => Promise<T>
  statement: (statement: Statement) => void
  close: () => Promise<void>
}

const kinds = { internal: 1, server: 2, client: 3 } as const
const statuses = { unset: 0, error: 2 } as const
const FLUSH_MS = 2_000
const MOST_WAITING = 4_096
const MOST_TEXT = 2_000
const MOST_SENDING_MS = 5_000
const MOST_OFF_MS = 100

/**
 * Exports spans of requests, jobs and statements as OTLP JSON over HTTP. Statements have no values and requests no
 * paths. Rejected spans are dropped.
 */
export function openTracing(env: Env, log: Log): Tracing {
  const url = `${env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')}/v1/traces`
  const headers = { 'content-type': 'application/json', ...headersIn(env.OTEL_EXPORTER_OTLP_HEADERS) }
  const resource = { attributes: asAttributes({ 'service.name': env.OTEL_SERVICE_NAME, 'process.pid': process.pid }) }
  const here = new AsyncLocalStorage<Place | undefined>()
  let [waiting, refused] = [[] as Span[], false]

  async function send(): Promise<void> {
    const spans = waiting
    if (!spans.length) return
    waiting = []
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'primp' }, spans }] }] })
    try {
      const signal = AbortSignal.timeout(MOST_SENDING_MS)
      const answer = await fetch(url, { method: 'POST', headers, body, signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector returned ${answer.status}`)
      refused = false
    } catch (fault) {
      if (!refused) log.warn(toFaultFields(fault), 'exporting traces failed')
      refused = true
    }
  }
  const sending = setInterval(() => void send(), FLUSH_MS)
  sending.unref()

  let origin = performance.timeOrigin
  // Epoch milliseconds with sub-millisecond precision, corrected by the wall clock after sleep or changes.
  function wallClock(): number {
    const now = performance.now()
    const off = Date.now() - origin - now
    if (Math.abs(off) > MOST_OFF_MS) origin += off
    return origin + now
  }

  function keep(
    span: Omit<Span, 'endTimeUnixNano' | 'startTimeUnixNano' | 'status'>,
    ms: number,
    fault: unknown,
  ): void {
    if (waiting.length >= MOST_WAITING) return
    const end = wallClock()
    waiting.push({
      ...span,
      startTimeUnixNano: nanoseconds(end - ms),
      endTimeUnixNano: nanoseconds(end),
      status: fault ? { code: statuses.error, message: toFaultFields(fault).message } : { code: statuses.unset },
    })
  }

  function begin(kind: number, parent: Place | undefined, wanted: boolean): Work {
    const place = { traceId: parent?.traceId ?? randomBytes(16).toString('hex'), spanId: newSpanId() }
    const from = performance.now()
    return {
      within: (work) => here.run(wanted ? place : undefined, work),
      end: (name, attributes, fault) => {
        if (!wanted) return
        const of = parent ? { parentSpanId: parent.spanId } : {}
        keep({ ...place, ...of, name, kind, attributes: asAttributes(attributes) }, performance.now() - from, fault)
      },
    }
  }
  const drawn = () => Math.random() < env.OTEL_TRACES_SAMPLER_ARG

  return {
    request: (traceparent) => {
      const [, traceId, spanId, flags] =
        /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
      if (!traceId || !spanId || !flags) return begin(kinds.server, undefined, drawn())
      return begin(kinds.server, { traceId, spanId }, (Number.parseInt(flags, 16) & 1) === 1)
    },
    own: async (name, run) => {
      const work = begin(kinds.internal, undefined, drawn())
      try {
        const done = await work.within(run)
        work.end(name, {})
        return done
      } catch (fault) {
        work.end(name, {}, fault)
        throw fault
      }
    },
    statement: ({ text, ms, fault }) => {
      const parent = here.getStore()
      if (!parent) return
      const name = text.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? ''
      const attributes = asAttributes({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MOST_TEXT) })
      const place = { traceId: parent.traceId, spanId: newSpanId(), parentSpanId: parent.spanId }
      keep({ ...place, name, kind: kinds.client, attributes }, ms, fault)
    },
    close: async () => {
      clearInterval(sending)
      await send()
    },
  }
}

const newSpanId = (): string => randomBytes(8).toString('hex')

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const asAttributes = (attributes: Attributes): Span['attributes'] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))

const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('='))
      .filter(([name]) => name?.trim())
      .map(([name = '', ...value]) => [name.trim(), decodeURIComponent(value.join('=').trim())]),
  )
