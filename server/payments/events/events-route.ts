import { Hono } from 'hono'
import { readBody } from '#server/platform/http/body.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { sendSoon } from '#server/payments/bank/send-due.ts'
import { takeEvent } from './take-event.ts'

const MOST_BYTES = 512 * 1024

/** `POST /v1/payments/events/{gateway}`: what a payment service has to tell, believed by its signature over the bytes as they came. */
export function eventsRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/v1/payments/events/:gateway', async (http) => {
    const gateway = http.req.param('gateway')
    if (gateway !== 'test' && gateway !== 'stripe') throw new Refusal('not_found')
    const raw = new TextDecoder().decode(await readBody(http.req.raw, MOST_BYTES))
    const ctx = openContext(rig, {
      viewer: nobody,
      requestId: String(http.get('requestId' as never) ?? ''),
      address: '',
    })
    if (!(await takeEvent(ctx, gateway, raw, http.req.header('stripe-signature') ?? '')))
      throw new Refusal('signature_wrong')
    await sendSoon(ctx)
    return http.json({ data: { received: true } })
  })
  return app
}
