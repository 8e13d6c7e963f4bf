import { Hono } from 'hono'
import type { Inlet } from '#server/gateways/payments/payments.ts'
import { readBody } from '#server/platform/http/body.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { keepEvent } from './keep-event.ts'
import { workSoon } from './work-events.ts'

const MOST_BYTES = 512 * 1024

const inlets = ['test', 'stripe', 'stripe-accounts'] as const satisfies readonly Inlet[]

/** `POST /v1/payments/events/{inlet}`: what a payment service has to tell, believed by its signature over the bytes as they came; kept and answered at once, worked on after. */
export function eventsRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/v1/payments/events/:inlet', async (http) => {
    const inlet = inlets.find((name) => name === http.req.param('inlet'))
    if (!inlet) throw new Refusal('not_found')
    const raw = new TextDecoder().decode(await readBody(http.req.raw, MOST_BYTES))
    const ctx = openContext(rig, {
      viewer: nobody,
      requestId: String(http.get('requestId' as never) ?? ''),
      address: '',
    })
    if (!(await keepEvent(ctx, inlet, raw, http.req.header('stripe-signature') ?? '')))
      throw new Refusal('signature_wrong')
    workSoon(ctx)
    return http.json({ data: { received: true } })
  })
  return app
}
