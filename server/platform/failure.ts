import type { Context as HttpContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Failure, formerCodes, refusals } from '#contract/refusals.ts'
import { isAway } from '#db/faults.ts'
import { FilesAway } from '#server/gateways/errors.ts'
import { toFaultFields, type Log } from './log.ts'
import { Refusal } from './refusal.ts'
import type { Rig } from './rig.ts'

// SQLSTATEs for text that cannot be stored; a client error.
const unstorable = new Set(['22021', '22P05'])
const RETRY_SECONDS = 2

const SAY_AGAIN_MS = 10_000
const said = new WeakMap<Log, number>()

/** Returns whether an outage is temporary. Logs file storage outages with throttling. */
function comesBack(thrown: unknown, log: Log): boolean {
  if (!(thrown instanceof FilesAway)) return isAway(thrown)
  if (performance.now() - (said.get(log) ?? Number.NEGATIVE_INFINITY) > SAY_AGAIN_MS) {
    said.set(log, performance.now())
    log.error(toFaultFields(thrown), 'file storage unavailable')
  }
  return true
}

export function renderPlainFailure(
  rig: Pick<Rig, 'log' | 'metrics'>,
  thrown: unknown,
  { requestId, route }: { requestId: string; route: string },
): { status: number; text: string; headers: Record<string, string> } {
  const away = comesBack(thrown, rig.log)
  const [status, text] = refusals[away ? 'unavailable' : 'fault']
  if (!away) {
    rig.metrics.faults.inc({ route })
    rig.log.error({ requestId, route, ...toFaultFields(thrown) }, 'request failed')
  }
  return {
    status,
    text,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(away ? { 'retry-after': String(RETRY_SECONDS) } : {}),
    },
  }
}

export function renderFailure(rig: Rig, http: HttpContext, thrown: unknown): Response {
  const code = (thrown as { code?: string }).code ?? ''
  const refusal =
    thrown instanceof Refusal
      ? thrown
      : unstorable.has(code)
        ? new Refusal('invalid_input')
        : comesBack(thrown, rig.log)
          ? new Refusal('unavailable')
          : new Refusal('fault')
  const requestId = (http.get('requestId') as string | undefined) ?? ''
  if (refusal.code === 'fault') {
    rig.metrics.faults.inc({ route: http.req.routePath })
    rig.log.error({ requestId, route: http.req.routePath, ...toFaultFields(thrown) }, 'request failed')
  }
  const formerCode = formerCodes[refusal.code]
  const body: Failure = {
    message: refusal.message,
    code: refusal.code,
    ...(formerCode ? { formerCode } : {}),
    requestId,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
  }
  if (refusal.code === 'unavailable') http.header('Retry-After', String(RETRY_SECONDS))
  http.header('Cache-Control', 'no-store')
  return http.json(body, refusal.status as ContentfulStatusCode)
}
