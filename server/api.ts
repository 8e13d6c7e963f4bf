import { Hono } from 'hono'
import { contract } from '#contract/contract.ts'
import { renderFailure } from './platform/failure.ts'
import { serveDocs } from '#server/platform/openapi/serve-docs.ts'
import type { ListedEndpoint } from '#server/platform/openapi/document.ts'
import { Refusal } from './platform/refusal.ts'
import type { Rig } from './platform/rig.ts'
import { mountRoutes } from '#server/platform/http/serve.ts'
import { getSigningKeys } from './platform/signing-key.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'
import { registerBookingHandlers } from '#server/appointments/events.ts'
import { registerBackgroundWork } from './background-work.ts'
import { bookingHandlers } from './booking-handlers.ts'
import { registerPayables } from './payables.ts'
import { createStreamRoutes, routes } from './routes.ts'

type Env = {
  /** `inPage`: requested by a server-rendered page that has already queued. */
  Bindings: { address?: string; requestId?: string; dependsOn?: DependsOn; inPage?: true }
  Variables: { address: string; requestId: string; dependsOn: DependsOn | undefined; inPage: boolean }
}

export function createApi(rig: Rig): Hono {
  const api = new Hono<Env>({ strict: false })
  registerPayables()
  registerBookingHandlers(bookingHandlers)
  registerBackgroundWork()
  // Created before the first transaction, because the embedded database has one connection.
  getSigningKeys(rig.database, rig.env).catch(() => {})
  api.use(async (http, next) => {
    http.set('requestId', http.env.requestId ?? http.req.header('x-request-id')?.slice(0, 64) ?? crypto.randomUUID())
    http.set('address', http.env.address ?? '')
    http.set('dependsOn', http.env.dependsOn)
    http.set('inPage', http.env.inPage ?? false)
    await next()
    http.header('X-Request-Id', http.get('requestId'))
    http.header('X-Content-Type-Options', 'nosniff')
  })
  api.onError((fault, http) => renderFailure(rig, http, fault))
  api.notFound((http) => renderFailure(rig, http, new Refusal('not_found')))
  const listed = Object.entries(contract).flatMap(([domain, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({ domain, name, endpoint }) as ListedEndpoint),
  )
  api.route('/', serveDocs(listed, rig.env.publicUrl))
  api.route('/', createStreamRoutes(rig))
  api.route('/', mountRoutes(rig, routes))
  return api as unknown as Hono
}
