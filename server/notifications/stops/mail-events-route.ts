import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { readBody } from '#server/platform/http/body.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { addStop } from './stop-queries.ts'
import { Email } from '#contract/accounts/email.ts'

const MOST_BYTES = 256 * 1024

const Told = z.object({
  type: z.enum(['mail.bounced', 'mail.complained']),
  data: z.object({
    address: Email,
    /** False where the mail server asks to come again: that stops nothing. */
    permanent: z.boolean().default(true),
  }),
})
const Body = z.union([Told.transform((one) => [one]), z.array(Told).max(500)])

/** `POST /v1/mail-events`: what became of mails, told by whatever sends them and believed by its signature (Standard Webhooks, under MAIL_EVENTS_SECRET). What bounced for good or was called spam stops. */
export function mailEventsRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/v1/mail-events', async (http) => {
    const secret = rig.env.MAIL_EVENTS_SECRET
    if (!secret) throw new Refusal('not_found')
    const raw = new TextDecoder().decode(await readBody(http.req.raw, MOST_BYTES))
    const said = Body.safeParse(verified(secret, raw, http.req.header()))
    if (!said.success) throw new Refusal('invalid_input')
    const { database, now } = openContext(rig, { viewer: nobody, requestId: '', address: '' })
    for (const { type, data } of said.data)
      if (data.permanent)
        await addStop(database.db, data.address, { reason: type === 'mail.bounced' ? 'bounced' : 'complained' }, now)
    return http.json({ data: { received: said.data.length } })
  })
  return app
}

function verified(secret: string, raw: string, headers: Record<string, string>): unknown {
  try {
    return new Webhook(secret).verify(raw, headers)
  } catch {
    throw new Refusal('signature_wrong')
  }
}
