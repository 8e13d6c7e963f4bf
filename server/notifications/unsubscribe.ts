import { type MailKind, mailTexts } from '#server/notifications/words/mail-texts.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import type { NoticeGroup } from '#contract/constants.ts'
import { addStop, type Stop } from './unsubscribe.queries.ts'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { readBody } from '#server/platform/http/read-input.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { Email } from '#contract/accounts/email.ts'

/** Returns the unsubscribe group of a mail, or null for essential mails. */
export function groupOf(kind: string): NoticeGroup | null {
  const words = (mailTexts as Partial<Record<string, MailPhrases>>)[kind as MailKind]
  // Mails without a group are alerts.
  return !words || words.always ? null : (words.group ?? 'alerts')
}

/**
 * Returns why a mail is stopped. Bounced addresses get no mails; after a complaint, an address gets only essential
 * mails.
 */
export function describeMailStop(kind: string, stops: readonly Stop[]): string | null {
  const group = groupOf(kind)
  if (stops.some(({ reason }) => reason === 'bounced')) return 'An earlier email to this address bounced.'
  if (group && stops.some(({ reason }) => reason === 'complained'))
    return 'The recipient marked one of our emails as spam.'
  if (group && stops.some(({ topic }) => topic === group)) return 'The recipient has unsubscribed from these emails.'
  return null
}

/**
 * Returns the unsubscribe link, which works without signing in, or null for essential mails. Must not run inside a
 * transaction.
 */
export const stopLink = async (
  database: Database,
  env: Env,
  { id, kind }: { id: string; kind: string },
): Promise<string | null> =>
  groupOf(kind) ? `${env.publicUrl}/mails/stop/${await createLinkKey(database, env, 'unsubscribe', id)}` : null

export const openMailKey = (database: Database, env: Env, key: string): Promise<string | null> =>
  openLinkKey(database, env, 'unsubscribe', key)

/**
 * The unsubscribe link in the text of a mail in the outbox. The link works only in the mail that is sent, so that nobody
 * who reads the outbox can use it.
 */
export const unsignedStopLink = (publicUrl: string): string => `${publicUrl}/mails/stop/this-mail`

const MOST_BYTES = 256 * 1024

const Told = z.object({
  type: z.enum(['mail.bounced', 'mail.complained']),
  data: z.object({
    address: Email,
    /** False for temporary failures, which block nothing. */
    permanent: z.boolean().default(true),
  }),
})
const Body = z.union([Told.transform((one) => [one]), z.array(Told).max(500)])

/**
 * Route for `POST /v1/mail-events`: bounces and complaints from the mail service, signed by Standard Webhooks with
 * MAIL_EVENTS_SECRET. Permanent bounces and complaints block the address.
 */
export function createMailEventsRoute(rig: Rig): Hono {
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
