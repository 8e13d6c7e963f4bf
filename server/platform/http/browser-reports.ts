import { Hono } from 'hono'
import { getNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { readBody } from './read-input.ts'
import { WorkQueue } from '#server/platform/work/work-queue.ts'

const MOST_BYTES = 32 * 1024
const MOST_LOGGED_A_MINUTE = 20
const kinds = /^application\/(reports\+json|csp-report|json)\b/i
const directives = /^[a-z-]{1,40}$/

type Said = Record<string, unknown>

/**
 * Route for `POST /v1/browser-reports`: counts CSP violations by directive and logs a few per minute. Nothing is
 * stored.
 */
export function createBrowserReportsRoute(rig: Rig): Hono {
  const app = new Hono()
  const line = new WorkQueue({ atOnce: 4, waiting: 20, ofNetwork: { standing: 4, perSecond: 0.2, burst: 20 } })
  let minute = { at: 0, logged: 0 }
  app.post('/v1/browser-reports', (http) =>
    line.run(getNetwork(String(http.get('address' as never) ?? '')), async () => {
      if (!kinds.test(http.req.header('content-type') ?? '')) throw new Refusal('not_json')
      for (const said of reportsIn(await readBody(http.req.raw, MOST_BYTES))) {
        const rule = String(said['effectiveDirective'] ?? said['effective-directive'] ?? said['violated-directive'])
        const directive = directives.test(rule) ? rule : 'other'
        rig.metrics.reports.inc({ directive })
        const at = Math.floor(Date.now() / 60_000)
        if (minute.at !== at) minute = { at, logged: 0 }
        if (minute.logged++ < MOST_LOGGED_A_MINUTE)
          rig.log.warn({ directive, page: pathOf(said), blocked: originOf(said) }, 'content security policy violation')
      }
      return http.body(null, 204)
    }),
  )
  return app
}

function reportsIn(bytes: Uint8Array): Said[] {
  try {
    const said = JSON.parse(new TextDecoder().decode(bytes)) as unknown
    const all = Array.isArray(said) ? said.map((one) => (one as Said | null)?.['body']) : [(said as Said)['csp-report']]
    return all.filter((one): one is Said => typeof one === 'object' && one !== null).slice(0, 20)
  } catch {
    throw new Refusal('invalid_input')
  }
}

// Keeps only the first segment, because paths may contain ids and tokens.
function pathOf(said: Said): string {
  const url = String(said['documentURL'] ?? said['document-uri'] ?? '')
  return URL.canParse(url) ? `/${new URL(url).pathname.split('/')[1]?.slice(0, 24) ?? ''}` : ''
}

function originOf(said: Said): string {
  const url = String(said['blockedURL'] ?? said['blocked-uri'] ?? '')
  return URL.canParse(url) ? new URL(url).origin.slice(0, 100) : url.slice(0, 20)
}
