import {
  type Browser,
  type Context,
  type Identity,
  nobody,
  isLoopbackAddress,
  openContext,
  type Viewer,
} from '#server/platform/context.ts'
import type { Context as HttpContext } from 'hono'
import { hasDuty } from '#contract/accounts/duties.ts'
import { type Endpoint, getRolesFor } from '#contract/endpoint.ts'
import { acceptProof, createProofChallenge } from './challenge.ts'
import {
  describeDevice,
  createVisitorToken,
  formatVisitorCookie,
  hashVisitorToken,
  parseVisitorToken,
} from './cookies.ts'
import { assertJsonBody, assertSameSite } from './same-origin.ts'
import { getNetwork } from '#server/platform/network.ts'
import { countCall, resetWindow, getSecondsLeft } from './limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'
import { isCaughtUp } from './read-position.ts'
import { isNetworkStopped, getActiveSwitches } from '#server/platform/oversight/switches.ts'

const STEP_UP_MS = 5 * 60_000

export const isRecentlyProven = ({ provenAt }: Viewer, now: Date): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() <= STEP_UP_MS

/** Authenticates and authorises a call and applies rate limits. */
export async function authoriseCall(rig: Rig, http: HttpContext, endpoint: Endpoint): Promise<Context> {
  const stopped = await getActiveSwitches(rig.database)
  if (stopped.size && isNetworkStopped(stopped, addressOf(http))) throw new Refusal('network_stopped')
  if (endpoint.method !== 'GET') {
    assertSameSite(rig.env, (name) => http.req.header(name))
    assertJsonBody((name) => http.req.header(name))
  }
  const viewer = await viewerOf(rig, http, endpoint)
  const ctx = openContext(
    rig,
    {
      viewer,
      requestId: http.get('requestId'),
      address: addressOf(http),
      device: describeDevice(http.req.header('user-agent')),
      browser: browserOf(http),
      ...getDependsOn(http),
    },
    endpoint.method === 'GET' && !endpoint.writes ? 'reads' : 'acts',
  )
  if (ctx.reads !== ctx.database.fresh && !(await isCaughtUp(ctx.database, http.req.header('cookie'))))
    ctx.reads = ctx.database.fresh
  if (viewer.key) await admitKey(rig, http, ctx, viewer.key, endpoint)
  const roles = getRolesFor(endpoint.access)
  if (roles.length && !viewer.accountId && !viewer.key) throw new Refusal('not_signed_in')
  if (roles.length && !roles.some((role) => viewer.roles.includes(role))) throw new Refusal('not_yours')
  if (endpoint.duties && !hasDuty(viewer.duties, endpoint.duties)) throw new Refusal('duty_required')
  if (endpoint.notActing && viewer.actorId) throw new Refusal('not_allowed_acting')
  const lacks = lackOf(endpoint, viewer, ctx.now)
  // Retries without the session cache: the step-up may have happened in another process.
  const lack = lacks && lackOf(endpoint, Object.assign(viewer, await known(rig, http, true)), ctx.now)
  if (lack) throw new Refusal(lack)
  if (endpoint.limit && rig.env.RATE_LIMITS) {
    await holdBack(http, ctx, endpoint, callerOf(ctx, endpoint), endpoint.limit)
    // Counts anonymous callers by network too, since cookies can be discarded.
    const network = getNetwork(ctx.address)
    const unknown = endpoint.access === 'visitor' && !viewer.accountId && !viewer.key && !isLoopbackAddress(ctx.address)
    if (unknown) await holdBack(http, ctx, endpoint, `at ${network}`, endpoint.limit * VISITORS_AT_ONE_ADDRESS)
  }
  return ctx
}

async function admitKey(
  rig: Rig,
  http: HttpContext,
  ctx: Context,
  { id, scopes, aMinute }: NonNullable<Viewer['key']>,
  { scope }: Endpoint,
): Promise<void> {
  if (!scope || !scopes.includes(scope)) throw new Refusal('scope_missing')
  if (!rig.env.RATE_LIMITS || (await countCall(ctx.database.counts, `key ${id}`, ctx.now)) <= aMinute) return
  http.header('Retry-After', String(getSecondsLeft(ctx.now)))
  throw new Refusal('rate_limited')
}

function lackOf(endpoint: Endpoint, viewer: Viewer, now: Date): 'second_factor_needed' | 'step_up_needed' | null {
  const operates = viewer.roles.includes('operator') && viewer.actorId === null
  if (operates && !endpoint.oneFactor && !viewer.strong) return 'second_factor_needed'
  return endpoint.stepUp && !isRecentlyProven(viewer, now) ? 'step_up_needed' : null
}

// Cookies are set only when the call succeeds.
function browserOf(http: HttpContext): Browser {
  const lines = new Map<string, string>()
  http.set('cookies', lines)
  return { cookie: http.req.header('cookie'), setCookie: (line) => lines.set(line.split('=')[0] ?? '', line) }
}

// Sign-ins are counted by address, because cookies can be discarded.
const callerOf = ({ viewer, address }: Context, { claims }: Endpoint): string =>
  claims
    ? getNetwork(address)
    : (viewer.accountId ?? viewer.key?.id ?? viewer.visitorHash?.toString('base64url') ?? getNetwork(address))

// Households, offices and venues share one address.
const VISITORS_AT_ONE_ADDRESS = 5

async function holdBack(
  http: HttpContext,
  ctx: Context,
  { method, path }: Endpoint,
  who: string,
  most: number,
): Promise<void> {
  const caller = `${method} ${path} ${who}`
  const hits = await countCall(ctx.database.counts, caller, ctx.now)
  if (hits <= most) return
  if (await acceptProof(ctx, caller, http.req.header('x-primp-challenge')))
    return resetWindow(ctx.database.counts, caller, ctx.now)
  http.header('Retry-After', String(getSecondsLeft(ctx.now)))
  // Server-rendered forms and API clients cannot solve a challenge.
  if (ctx.viewer.key || http.req.header('x-primp-plain')) throw new Refusal('rate_limited')
  throw new Refusal('challenge_required', { detail: await createProofChallenge(ctx, caller) })
}

async function known(rig: Rig, http: HttpContext, anew = false): Promise<Identity> {
  const bearer = http.req.header('authorization')?.match(/^Bearer (.+)$/)?.[1]
  if (!bearer) {
    const { visitorHash: _, operates: __, ...anybody } = nobody
    return anybody
  }
  return rig.identify(bearer, http.req.header('cookie'), anew)
}

async function viewerOf(rig: Rig, http: HttpContext, endpoint: Endpoint): Promise<Viewer> {
  const signedIn = { ...(await known(rig, http)), operates: endpoint.access === 'operator' }
  // API keys have no browser.
  if (signedIn.key || (endpoint.access !== 'visitor' && !endpoint.claims)) return { ...signedIn, visitorHash: null }

  let token = parseVisitorToken(http.req.header('cookie'))
  if (!token && endpoint.method === 'POST' && endpoint.access === 'visitor') {
    token = createVisitorToken()
    http.header('Set-Cookie', formatVisitorCookie(token, rig.env.production), { append: true })
  }
  return { ...signedIn, visitorHash: token ? hashVisitorToken(token) : null }
}

// Set while a cached page is rendered: collects what the page depends on.
function getDependsOn(http: HttpContext): Pick<Partial<Context>, 'dependsOn'> {
  const dependsOn = http.get('dependsOn') as DependsOn | undefined
  return dependsOn ? { dependsOn } : {}
}

function addressOf(http: HttpContext): string {
  return http.get('address') ?? 'unknown'
}
