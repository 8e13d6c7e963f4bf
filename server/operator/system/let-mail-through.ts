import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { letThrough } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import { presentNotice, noticeOf } from './present-notice.ts'

/** Lets mail to the address of a notice through again, and sends the notice. */
export const letMailThrough = (
  ctx: Context,
  { noticeId, reason }: InputOf<typeof operatorSystem.letThrough>,
): Promise<OutputOf<typeof operatorSystem.letThrough>> =>
  ctx.transaction(async (inner) => {
    await letThrough(inner, noticeId, reason)
    return { notice: presentNotice(inner, await noticeOf(inner, noticeId)) }
  })
