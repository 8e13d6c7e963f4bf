import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Context, nobody, openContext } from '#server/platform/context.ts'
import { resolveStopKey } from './own-account.ts'
import { addStop } from '#server/notifications/index.ts'
import { disableMailGroup } from './accounts.queries.ts'
import { Hono } from 'hono'
import type { Rig } from '#server/platform/rig.ts'

/** What a key would end, for its page to say beforehand. */
export async function getMailToStop(
  ctx: Context,
  { key }: InputOf<typeof own.mailToStop>,
): Promise<OutputOf<typeof own.mailToStop>> {
  const { group } = await resolveStopKey(ctx, key)
  return { group }
}

/** Ends mails of one kind for whoever got this one, by the key in it: the choice of their account, or of the address where it is nobody's. */
export async function stopMail(
  ctx: Context,
  { key }: InputOf<typeof own.stopMail>,
): Promise<OutputOf<typeof own.stopMail>> {
  const { group, mail } = await resolveStopKey(ctx, key)
  if (mail.account_id) await disableMailGroup(ctx.db, mail.account_id, group)
  else await addStop(ctx.db, mail.address, { reason: 'unsubscribed', topic: group }, ctx.now)
  return { group }
}

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
