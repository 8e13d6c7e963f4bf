import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Context, nobody, openContext } from '#server/platform/context.ts'
import { resolveStopKey } from './own-account.ts'
import { addStop } from '#server/notifications/index.ts'
import { disableMailGroup } from './accounts.queries.ts'
import { Hono } from 'hono'
import type { Rig } from '#server/platform/rig.ts'

export async function getMailToStop(
  ctx: Context,
  { key }: InputOf<typeof own.mailToStop>,
): Promise<OutputOf<typeof own.mailToStop>> {
  const { group } = await resolveStopKey(ctx, key)
  return { group }
}

export async function stopMail(
  ctx: Context,
  { key }: InputOf<typeof own.stopMail>,
): Promise<OutputOf<typeof own.stopMail>> {
  const { group, mail } = await resolveStopKey(ctx, key)
  if (mail.account_id) await disableMailGroup(ctx.db, mail.account_id, group)
  else await addStop(ctx.db, mail.address, { reason: 'unsubscribed', topic: group }, ctx.now)
  return { group }
}

/** Route for `POST /mails/stop/{key}`: one-click unsubscribe (RFC 8058), a form post without cookie or origin. */
export function stopMailRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/mails/stop/:key', async (http) => {
    const ctx = openContext(rig, { viewer: nobody, requestId: '', address: '' })
    await stopMail(ctx, { key: http.req.param('key') })
    return http.text('Stopped.')
  })
  return app
}
