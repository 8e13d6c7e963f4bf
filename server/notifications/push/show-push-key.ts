import type { OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Context } from '#server/platform/context.ts'
import { vapidOf } from './vapid.ts'

/** The public key by which a browser ties its notices to this site. */
export async function showPushKey(ctx: Context): Promise<OutputOf<typeof notices.pushKey>> {
  return { key: (await vapidOf(ctx.database)).publicKey }
}
