import type { Context as HttpContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Failure, refusals } from '#contract/refusals.ts'
import { isAway } from '#db/connections.ts'
import { faultFields } from './log.ts'
import { Refusal } from './refusal.ts'
import type { Rig } from './rig.ts'

// What the database says when a client sent text that no column can hold; the client's doing, not ours.
const unstorable = new Set(['22021', '22P05'])
// By then a database that only stumbled stands again.
const RETRY_SECONDS = 2

/** The answer to a fault that no call's answer takes up, as of a page, without detail. */
export function failPlainly(
  rig: Pick<Rig, 'log' | 'metrics'>,
  thrown: unknown,
  { requestId, route }: { requestId: string; route: string },
): { status: number; text: string; headers: Record<string, string> } {
  const [status, text] = refusals[isAway(thrown) ? 'unavailable' : 'fault']
  if (!isAway(thrown)) {
    rig.metrics.faults.inc({ route })
    rig.log.error({ requestId, route, ...faultFields(thrown) }, 'fault')
  }
  return {
    status,
    text,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(isAway(thrown) ? { 'retry-after': String(RETRY_SECONDS) } : {}),
    },
  }
}

/** The answer to anything thrown: a refusal as it is, everything else as a fault without detail. */
export function failWith(rig: Rig, http: HttpContext, thrown: unknown): Response {
  const code = (thrown as { code?: string }).code ?? ''
  const refusal =
    thrown instanceof Refusal
      ? thrown
      : unstorable.has(code)
        ? new Refusal('invalid_input')
        : isAway(thrown)
          ? new Refusal('unavailable')
          : new Refusal('fault')
  const requestId = (http.get('requestId') as string | undefined) ?? ''
  if (refusal.code === 'fault') {
    rig.metrics.faults.inc({ route: http.req.routePath })
    rig.log.error({ requestId, route: http.req.routePath, ...faultFields(thrown) }, 'fault')
  }
  const body: Failure = {
    message: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
  }
  if (refusal.code === 'unavailable') http.header('Retry-After', String(RETRY_SECONDS))
  http.header('Cache-Control', 'no-store')
  return http.json(body, refusal.status as ContentfulStatusCode)
}
