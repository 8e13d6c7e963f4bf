import type { Challenge } from 'altcha-lib'
import type { contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, SentTo } from '#contract/endpoint.ts'
import type { Failure } from '#contract/refusals.ts'
import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import type { Answer } from '#web/platform/context.ts'
import type { ActKeys } from '#web/platform/use-form.ts'

type Contract = typeof contract

/** Method and path of every endpoint by domain and name, such as `GET /v1/quotes/{searchId}`. */
type Calls = Readonly<Record<string, Readonly<Record<string, string>>>>

interface CallOptions {
  /** Sends the bearer token of the stored session; on by default. */
  auth?: boolean
  /** Shows the full-page loader during the request; a text is its message. */
  loader?: boolean | string
  headers?: Record<string, string>
  /** Idempotency key: a text, or the `ActKeys` of an action. */
  key?: string | ActKeys
  /** Shows the response's message as a toast if the request is refused. */
  showToastOnError?: boolean
  /** Shows this text as a toast if the request succeeds. */
  showToastOnSuccess?: string
  signal?: AbortSignal
}

type Call<E> = E extends Endpoint ? (input: SentTo<E>, options?: CallOptions) => Promise<OutputOf<E>> : never

/** One function for each endpoint of the contract: `api.search.create({ … })`. */
export type Api = { [D in keyof Contract]: { [N in keyof Contract[D]]: Call<Contract[D][N]> } }

/** Environment of the client; browser and server provide their own. */
export interface ApiEnvironment {
  send: (path: string, init: RequestInit) => Promise<Response>
  /** Answers a GET from a cache. */
  read?: (path: string) => Promise<Answer>
  token?: () => string | null
  loading?: (message: string | null) => void
  toast?: (kind: 'success' | 'error', message: string) => void
  /** Solves the proof of work that a rate limit requires; null if the browser cannot. */
  solve?: (challenge: Challenge) => Promise<string | null>
  /** Asks the person to authenticate again. Returns whether they did. */
  prove?: () => Promise<boolean>
  /** Called when a request is refused because the session has expired, unless a newer session has begun since. */
  signedOut?: () => void
}

/** Thrown for a refused request or an unreadable response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly { path: string; message: string }[]
  readonly detail: unknown
  readonly requestId: string | null
  readonly retryAfter: number | null

  constructor(status: number, failure: Partial<Failure>, retryAfter: number | null = null) {
    super(failure.message ?? unanswered(status))
    this.name = 'ApiError'
    this.status = status
    this.code = failure.code ?? 'fault'
    this.errors = failure.errors ?? []
    this.detail = failure.detail
    this.requestId = failure.requestId ?? null
    this.retryAfter = retryAfter
  }
}

/** Returns whether no valid response arrived: connection lost or server error. Refusals and redirects are responses. */
export function isUnanswered(fault: unknown): boolean {
  const { status = 500 } = fault as { status?: number }
  return !status || status >= 500
}

/** Returns `missing` for a refused request and rethrows network and server errors. */
export const fallbackWhenRefused =
  <M>(missing: M) =>
  (fault: unknown): M => {
    if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500) return missing
    throw fault
  }

// Without a response the browser may know that it is offline.
const unanswered = (status: number): string =>
  formatMessage(
    failureMessages[
      status === 0 && typeof navigator !== 'undefined' && navigator.onLine === false ? 'net.offline' : 'net.failed'
    ],
  )

/** Returns any error as an `ApiError`; status 0 without a response. */
export const toApiError = (fault: unknown): ApiError => (fault instanceof ApiError ? fault : new ApiError(0, {}))

/**
 * Creates the API client with a function per endpoint. Throws refusals as `ApiError`. Loads endpoints missing in
 * `calls` with `loadMore` on first use.
 */
export function createApiClient(calls: Calls, around: ApiEnvironment, loadMore?: () => Promise<Calls>): Api {
  const callNamed = (domain: string, name: string) => async (input: Record<string, unknown>, options?: CallOptions) => {
    const call = calls[domain]?.[name] ?? (await loadMore?.())?.[domain]?.[name]
    if (!call) throw new Error(`The contract has no endpoint ${domain}.${name}.`)
    const [method = '', path = ''] = call.split(' ')
    return callOne(around, method, path, input, options)
  }
  const byName = (of: (name: string) => unknown) =>
    new Proxy({}, { get: (_, name) => (typeof name === 'string' ? of(name) : undefined) })
  return byName((domain) => byName((name) => callNamed(domain, name))) as Api
}

async function callOne(
  around: ApiEnvironment,
  method: string,
  path: string,
  input: Record<string, unknown>,
  options: CallOptions = {},
) {
  const token = options.auth === false ? null : (around.token?.() ?? null)
  const { url, body } = addressed(method, path, input)
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (body !== undefined || token) headers['content-type'] = 'application/json'
  const call = `${method} ${url} ${body}`
  const keys = typeof options.key === 'object' ? options.key : undefined
  const key = typeof options.key === 'object' ? options.key.of(call) : options.key
  if (key) headers['idempotency-key'] = key
  if (token) headers.authorization = `Bearer ${token}`
  if (options.loader) around.loading?.(typeof options.loader === 'string' ? options.loader : '')
  try {
    const { response, answer } =
      method === 'GET' && around.read
        ? await around.read(url)
        : await sendProving(around, url, { method, headers, body, signal: options.signal })
    if (!response.ok) {
      const wait = Number(response.headers.get('retry-after'))
      const { code } = (answer ?? {}) as Partial<Failure>
      keys?.refused(call, response.status, code ?? 'fault')
      const ended = response.status === 401 || code === 'suspended'
      if (token && ended && around.token?.() === token) around.signedOut?.()
      throw new ApiError(
        response.status,
        (answer ?? {}) as Partial<Failure>,
        Number.isFinite(wait) && wait > 0 ? wait : null,
      )
    }
    if (options.showToastOnSuccess) around.toast?.('success', options.showToastOnSuccess)
    return (answer as { data: unknown }).data
  } catch (error) {
    if (options.showToastOnError && error instanceof Error && error.name !== 'AbortError') {
      around.toast?.('error', toApiError(error).message)
    }
    throw error
  } finally {
    if (options.loader) around.loading?.(null)
  }
}

/** Sends a request and retries once with a proof of work or after re-authentication. */
async function sendProving(
  around: ApiEnvironment,
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) {
  const sent = async (headers: Record<string, string>) => {
    const response = await around.send(url, { ...init, headers })
    return { response, answer: (await response.json().catch(() => null)) as unknown }
  }
  const first = await sent(init.headers)
  const { code, detail } = (first.answer ?? {}) as Partial<Failure>
  // The action waits, so that no typed data is lost.
  if (code === 'step_up_needed' && around.prove) return (await around.prove()) ? sent(init.headers) : first
  if (first.response.status !== 429 || code !== 'challenge_required' || !around.solve) return first
  const proof = await around.solve(detail as Challenge)
  return proof ? sent({ ...init.headers, 'x-primp-challenge': proof }) : first
}

/**
 * Returns the address and body of a request: path fields first, the rest in the query of a GET or DELETE, else in the
 * JSON body. A body keeps `null`, which differs from a missing field; a query cannot express it.
 */
function addressed(method: string, path: string, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET' && method !== 'DELETE') return { url: filled, body: JSON.stringify(Object.fromEntries(rest)) }
  const inQuery = [...rest].filter(([, value]) => value !== null)
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]))
  return { url: query.size > 0 ? `${filled}?${query}` : filled, body: undefined }
}

export const failureMessages = defineMessages({
  'net.failed': 'Something went wrong. Please try again.',
  'net.offline': 'You are offline. Your answers are still here.',
})
