import { SignJWT } from 'jose'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { live } from '#contract/messaging/live.ts'
import type { Context } from '#server/platform/context.ts'
import { signJwt, getSigningKeys, verifyJwt } from '#server/platform/signing-key.ts'
import { listLiveEventsSince, getLiveEventSpan } from '#server/platform/live/live-queries.ts'
import { hashOfKey, openLinkKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { hashSessionSecret, hashVisitorToken, parseVisitorToken } from '#server/platform/http/cookies.ts'
import { findAppointmentOfSheet, hasSearched, isSessionActive } from './messaging.queries.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { getNetwork } from '#server/platform/network.ts'
import { type Listening, getLiveHub, type LiveHub } from '#server/platform/live/live.ts'
import { type StreamPlace, StreamPlaces } from '#server/platform/live/stream-places.ts'

const GOOD_S = 3_600

/** The token is valid for the live stream only and expires with the session. */
export async function createLiveToken(ctx: Context): Promise<OutputOf<typeof live.token>> {
  const at = Math.floor(ctx.now.getTime() / 1000)
  const token = await signJwt(
    { key: await getSigningKeys(ctx.database, ctx.env) },
    new SignJWT({ stream: ctx.viewer.sessionId })
      .setAudience(AUDIENCE)
      .setSubject(ctx.viewer.accountId ?? '')
      .setIssuedAt(at)
      .setExpirationTime(at + GOOD_S),
  )
  return { token }
}

const MOST_AT_ONCE = 200

export async function listLiveEvents(
  ctx: Context,
  { after }: InputOf<typeof live.events>,
): Promise<OutputOf<typeof live.events>> {
  const { accountId, visitorHash: visitor } = ctx.viewer
  const audience = [
    ...(accountId ? [`account:${accountId}`] : []),
    ...(visitor ? [`visitor:${visitor.toString('hex')}`] : []),
  ]
  const { first, last } = await getLiveEventSpan(ctx.db)
  if (after === undefined) return { events: [], last, missed: false }
  if (after > last || after < first - 1) return { events: [], last, missed: true }
  const rows = audience.length ? await listLiveEventsSince(ctx.db, audience, after, MOST_AT_ONCE) : []
  return {
    events: rows.map(({ id, kind, ref }) => ({ id, kind, ref })),
    last: rows.length === MOST_AT_ONCE ? (rows.at(-1)?.id ?? last) : last,
    missed: false,
  }
}

/** Differs from bearer tokens, so that neither is valid as the other. */
const AUDIENCE = 'live'

/** Throws if the token is invalid, expired, without its cookie or of an ended session. */
async function audienceOfToken(
  { database, env, clock }: Rig,
  token: string,
  cookie: string | undefined,
): Promise<string[]> {
  const secret = hashSessionSecret(cookie, env.production)
  const said = await verifyJwt(database, env, token, { audience: AUDIENCE, currentDate: clock() })
  const { stream: sid, sub } = said ?? {}
  if (typeof sid !== 'string' || !sub || !secret || !(await isSessionActive(database.fresh, sid, secret, clock())))
    throw new Refusal('session_ended')
  return [`account:${sub}`, `session:${sid}`]
}

function audienceOfVisitor(cookie: string | undefined): string[] {
  const visitor = parseVisitorToken(cookie)
  return visitor ? [`visitor:${hashVisitorToken(visitor).toString('hex')}`] : []
}

async function isKnownVisitor({ database }: Rig, cookie: string | undefined): Promise<boolean> {
  const visitor = parseVisitorToken(cookie)
  return visitor !== null && (await hasSearched(database.fresh, hashVisitorToken(visitor)))
}

async function audienceOfSheet({ database, env }: Rig, key: string): Promise<string[]> {
  const opened = await openLinkKey(database, env, 'sheet', key)
  const id = await findAppointmentOfSheet(database.fresh, { id: opened, hash: hashOfKey(key) })
  if (!id) throw new Refusal('not_found')
  return [`appointment:${id}`]
}

const MOST_STREAMS = 5_000
const MOST_AT_ONE_NETWORK = 500
// Connection limits: one stream per browser serves all tabs; a run sheet is shared by everyone working that day.
const MOST_OF_ONE = 8
const MOST_OF_SHEET = 40

// Buffer limit of a slow client, which then reconnects with its last event id.
const MOST_WAITING = 200
const MOST_WAITING_BYTES = 64 * 1024
const LONGEST_MS = 3_600_000

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const places = new StreamPlaces({ all: MOST_STREAMS, ofNetwork: MOST_AT_ONE_NETWORK })
const shedding = new TextEncoder().encode('event: shed\ndata: \n\n')

type StreamRequest = {
  token: string | undefined
  sheet: string | undefined
  bearer: string | undefined
  cookie: string | undefined
  after: string | undefined
  address: string
}

/**
 * Route for `GET /v1/live`: the caller's events, or those of a run sheet (`sheet`), as server-sent events. Resumes
 * after `Last-Event-ID` or the query's `after`.
 */
export function createLiveStreamRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/live', async (http) => {
    const admitted = await admit(rig, {
      token: http.req.query('token'),
      sheet: http.req.query('sheet'),
      bearer: http.req.header('authorization'),
      cookie: http.req.header('cookie'),
      after: http.req.header('last-event-id') ?? http.req.query('after'),
      address: String(http.get('address' as never) ?? ''),
    })
    return new Response(streamOf(admitted), { headers })
  })
  return app
}

/**
 * Streams directly to the socket, so that an open stream keeps no request in memory. Returns false if refused; the
 * route above responds with the reason.
 */
export async function streamOnto(
  rig: Rig,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
): Promise<boolean> {
  const { searchParams } = new URL(incoming.url ?? '/', 'http://any.invalid')
  const known = incoming.headers['last-event-id']
  const admitted = await admit(rig, {
    token: searchParams.get('token') ?? undefined,
    sheet: searchParams.get('sheet') ?? undefined,
    bearer: incoming.headers.authorization,
    cookie: incoming.headers.cookie,
    after: (Array.isArray(known) ? known[0] : known) ?? searchParams.get('after') ?? undefined,
    address,
  }).catch((fault) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  if (!admitted) return false
  outgoing.writeHead(200, headers)
  listenOnto(outgoing, admitted)
  return true
}

// Separate function, so that its closure keeps no request in memory.
function listenOnto(outgoing: ServerResponse, { hub, audience, after, place: taken }: Admitted): void {
  const until = performance.now() + LONGEST_MS
  let listening: Listening | null = null
  const place = taken(() => {
    if (!outgoing.destroyed && !outgoing.writableEnded) outgoing.end(shedding)
  })
  outgoing.once('close', () => {
    place.release()
    listening?.close()
  })
  const write = (bytes: Uint8Array, event?: true) => {
    if (
      outgoing.destroyed ||
      outgoing.writableEnded ||
      performance.now() > until ||
      outgoing.writableLength > MOST_WAITING_BYTES
    )
      return false
    if (event) place.used()
    outgoing.write(bytes)
    return true
  }
  hub
    .listen(audience, after, write, () => outgoing.end())
    .then(
      (opened) => {
        listening = opened
        if (outgoing.destroyed) opened.close()
      },
      () => outgoing.destroy(),
    )
}

type Admitted = {
  hub: LiveHub
  audience: readonly string[]
  after: number | null
  place: (shed: () => void) => StreamPlace
}

async function admit(rig: Rig, { address: from, after, ...asked }: StreamRequest): Promise<Admitted> {
  const hub = await getLiveHub(rig.database)
  const audience = await audienceOf(rig, asked)
  const who = audience.find((one) => one.startsWith('session:')) ?? audience[0] ?? ''
  const most = asked.sheet === undefined ? MOST_OF_ONE : MOST_OF_SHEET
  const place = (shed: () => void) => places.acquire(who, getNetwork(from), most, shed)
  return { hub, audience, place, after: numberOf(after) }
}

function streamOf({ hub, audience, after, place: taken }: Admitted): ReadableStream<Uint8Array> {
  const until = performance.now() + LONGEST_MS
  let listening: Listening | null = null
  let open = true
  const leave = () => {
    if (!open) return
    open = false
    place?.release()
    listening?.close()
  }
  let place: StreamPlace | undefined
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      place = taken(() => {
        if (!open) return
        controller.enqueue(shedding)
        controller.close()
        leave()
      })
      const write = (bytes: Uint8Array, event?: true) => {
        if (!open || performance.now() > until || (controller.desiredSize ?? 0) < -MOST_WAITING) return false
        if (event) place?.used()
        controller.enqueue(bytes)
        return true
      }
      const end = () => {
        if (open) controller.close()
        leave()
      }
      try {
        listening = await hub.listen(audience, after, write, end)
        if (!open) listening.close()
      } catch (fault) {
        leave()
        throw fault
      }
    },
    cancel: leave,
  })
}

// The audience is a person by token, a visitor by a cookie that owns a search, or a run sheet's appointment.
async function audienceOf(
  rig: Rig,
  { token: ticket, sheet, bearer, cookie }: Pick<StreamRequest, 'token' | 'sheet' | 'bearer' | 'cookie'>,
): Promise<string[]> {
  if (sheet !== undefined) return audienceOfSheet(rig, sheet)
  const token = ticket ?? bearer?.match(/^Bearer (.+)$/)?.[1]
  const visitor = audienceOfVisitor(cookie)
  if (token) return [...(await audienceOfToken(rig, token, cookie)), ...visitor]
  if (!visitor.length || !(await isKnownVisitor(rig, cookie))) throw new Refusal('not_signed_in')
  return visitor
}

const numberOf = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)
