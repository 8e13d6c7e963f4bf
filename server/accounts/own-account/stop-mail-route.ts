import { Hono } from 'hono'
import { nobody, openContext } from '#server/platform/context.ts'
import type { Rig } from '#server/platform/rig.ts'
import { stopMail } from './stop-mail.ts'

/** `POST /mails/stop/{key}`: the one press of a mail program (RFC 8058), which has no cookie, comes from nowhere and sends a form. */
export function stopMailRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/mails/stop/:key', async (http) => {
    const ctx = openContext(rig, { viewer: nobody, requestId: '', address: '' })
    await stopMail(ctx, { key: http.req.param('key') })
    return http.text('Stopped.')
  })
  return app
}
