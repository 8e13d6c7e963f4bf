import { Hono, type Context as HttpContext } from 'hono'
import { sql } from 'kysely'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { listPathFields } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { runCostly, ROOM_AGAIN_S } from '#server/platform/work/costly.ts'
import type { Context } from '#server/platform/context.ts'
import { authoriseCall } from './guard.ts'
import { answerKeeping, answerKept, buildIdempotentCall, claimKey, releaseKey, storeAnswer } from './idempotency.ts'
import type { Rig } from '#server/platform/rig.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { publishAfterCommit } from '#server/platform/live/announce.ts'
import { setReadPositionCookie } from './read-position.ts'
import { readInput } from './read-input.ts'
import { listRefusals } from './list-refusals.ts'
import { clearSessionCookie, clearVisitorCookie } from './cookies.ts'
import { parseInput } from '#server/platform/validation/parse-input.ts'
import { assertNotStopped } from '#server/platform/oversight/switches.ts'

type UseCase<E> = (ctx: Context, input: InputOf<E>) => Promise<OutputOf<E>>
type Handlers<C> = { [Name in keyof C]: UseCase<C[Name]> }
export type ServedEndpoint = { endpoint: Endpoint; run: (ctx: Context, input: never) => Promise<unknown> }

export function createRoutes<C extends Record<string, Endpoint>>(
  endpoints: C,
  handlers: Handlers<C>,
): ServedEndpoint[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    endpoint,
    run: handlers[name as keyof C] as ServedEndpoint['run'],
  }))
}

/** Mounts endpoints over HTTP: session, access, rate limit, parsing, execution and response schema. */
export function mountRoutes(rig: Rig, served: readonly ServedEndpoint[]): Hono {
  const app = new Hono({ strict: false })
  const byPath = Map.groupBy(served, (s) => s.endpoint.path.replace(/\/$/, ''))
  // Static segments come before parameters, so that /quotes/formSettings is not parsed as a quote id.
  const paths = [...byPath].sort(([a], [b]) => listPathFields(a).length - listPathFields(b).length)
  for (const [path, endpoints] of paths) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1')
    app.all(pattern, async (http) => {
      const method = http.req.method === 'HEAD' ? 'GET' : http.req.method
      const found = endpoints.find((s) => s.endpoint.method === method)
      if (!found) {
        http.header('Allow', endpoints.map((s) => s.endpoint.method).join(', '))
        throw new Refusal('method_not_allowed')
      }
      const done = rig.metrics.calls.startTimer({ call: `${method} ${path}` })
      return answer(rig, http, found)
        .finally(() => done())
        .catch((thrown) => {
          if (thrown instanceof Refusal && !listRefusals(found.endpoint).has(thrown.code))
            rig.onUnlistedRefusal?.(`${method} ${path} refuses ${thrown.code}, which its contract does not list.`)
          throw thrown
        })
    })
  }
  return app
}

async function answer(rig: Rig, http: HttpContext, { endpoint, run }: ServedEndpoint): Promise<Response> {
  const ctx = await authoriseCall(rig, http, endpoint)
  if (endpoint.key && !http.req.header('idempotency-key')) throw new Refusal('idempotency_key_missing')
  const input = parseInput(endpoint.input, await readInput(http, endpoint))
  await assertNotStopped(ctx, endpoint, input)
  http.header('Cache-Control', 'private, no-store')
  const act = endpoint.method !== 'GET' || endpoint.writes
  // Leaving an impersonation keeps the operator's own browser session.
  const giveCookies = () => {
    const left = endpoint.leaves && !ctx.viewer.actorId
    const ended = left ? [clearVisitorCookie(rig.env.production), clearSessionCookie(rig.env.production)] : []
    for (const line of [...http.get('cookies').values(), ...ended]) http.header('Set-Cookie', line, { append: true })
  }
  const key = http.req.header('idempotency-key')
  if (key && (endpoint.key || endpoint.method === 'POST') && !endpoint.secret) {
    const once = endpoint.keyInAct ? answerInAct : answerOnce
    const { answer, replayed } = await runInTurn(rig, http, ctx, endpoint, () => once(ctx, key, endpoint, input, run))
    if (replayed !== null) http.header('Idempotency-Replayed', String(replayed))
    giveCookies()
    if (!endpoint.tellsNobody) publishAfterCommit(ctx)
    await setReadPositionCookie(rig, http)
    return http.json(answer)
  }
  const output = endpoint.output.parse(await runInTurn(rig, http, ctx, endpoint, () => run(ctx, input as never)))
  giveCookies()
  if (endpoint.cacheSeconds && http.get('cookies').size === 0)
    http.header('Cache-Control', `public, max-age=${endpoint.cacheSeconds}`)
  if (ctx.viewer.actorId && endpoint.method !== 'GET') await recordActing(ctx, endpoint)
  if (act) {
    if (!endpoint.tellsNobody) publishAfterCommit(ctx)
    await setReadPositionCookie(rig, http)
  }
  return http.json({ data: output })
}

/** Calls from server-rendered pages have queued with the page. */
async function runInTurn<T>(
  rig: Rig,
  http: HttpContext,
  { address }: Context,
  { costly: isCostly }: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  if (!isCostly || http.get('inPage')) return work()
  return runCostly(rig, 'reads', address, work).catch((thrown) => {
    http.header('Retry-After', String(ROOM_AGAIN_S))
    throw thrown
  })
}

/** Runs a call under its Idempotency-Key: returns the stored response, or runs the act, which stores it. */
async function answerOnce(
  outer: Context,
  key: string,
  endpoint: Endpoint,
  input: unknown,
  run: ServedEndpoint['run'],
): Promise<{ answer: object; replayed: boolean | null }> {
  const claimed = await claimKey(outer, key, endpoint, input)
  if ('answer' in claimed) return { answer: claimed.answer, replayed: true }
  const { claim } = claimed
  let stored: object | undefined
  const answered = (output: unknown) => ({ data: endpoint.output.parse(output) }) as { data: object }
  const ctx: Context = {
    ...outer,
    key,
    idempotent: async (act) => {
      const done = await outer.transaction(async (tx) => {
        const output = await act({ ...tx, key })
        if (output === null) return { output, answer: undefined }
        if (tx.viewer.actorId) await recordActing(tx, endpoint)
        const answer = answered(output)
        await storeAnswer(tx.db, claim, answer)
        return { output, answer }
      })
      stored = done.answer
      return done.output
    },
    idempotentStatement: (answer, act) => ctx.idempotent((tx) => tx.idempotentStatement(answer, act)),
  }
  try {
    const answer = answered(await run(ctx, input as never))
    if (!stored && endpoint.key) throw new Error(`${endpoint.method} ${endpoint.path} responded without ctx.idempotent`)
    return stored ? { answer: stored, replayed: false } : { answer, replayed: null }
  } finally {
    // A failed act may be retried; a stored response stays.
    if (!stored) await releaseKey(outer.db, claim)
  }
}

/** Stores the key with the act. Looks for a stored response only if the act fails. */
async function answerInAct(
  outer: Context,
  key: string,
  endpoint: Endpoint,
  input: unknown,
  run: ServedEndpoint['run'],
): Promise<{ answer: object; replayed: boolean }> {
  const asked = buildIdempotentCall(outer, key, endpoint, input)
  const answered = (output: object) => ({ data: endpoint.output.parse(output) as object })
  let stored: object | undefined
  const ctx: Context = {
    ...outer,
    key,
    idempotent: async (act) => {
      const done = await outer.transaction(async (tx) => {
        const output = await act({ ...tx, key })
        if (output === null) return { output, answer: undefined }
        if (tx.viewer.actorId) await recordActing(tx, endpoint)
        const answer = answered(output)
        await sql`select ${answerKeeping(asked, answer, tx.now)}`.execute(tx.db)
        return { output, answer }
      })
      stored = done.answer
      return done.output
    },
    idempotentStatement: async (output, act) => {
      // Impersonation needs a second statement for the audit log.
      if (outer.viewer.actorId) return null
      const answer = answered(output)
      const kept = answerKeeping(asked, answer, outer.now)
      const done = await outer.idempotentStatement(output, (db) => act(db, kept))
      if (done) stored = answer
      return done
    },
  }
  try {
    await run(ctx, input as never)
  } catch (thrown) {
    const kept = stored ? null : await answerKept(outer.db, asked, outer.now)
    if (kept) return { answer: kept, replayed: true }
    throw thrown
  }
  if (!stored) throw new Error(`${endpoint.method} ${endpoint.path} responded without ctx.idempotent`)
  return { answer: stored, replayed: false }
}

const recordActing = (ctx: Context, { method, path }: Endpoint) =>
  recordAudit(ctx, {
    act: 'acting.call',
    subject: { kind: 'account', id: ctx.viewer.accountId ?? '' },
    after: { call: `${method} ${path}` },
  })
