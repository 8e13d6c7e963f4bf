import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { sendAgain } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import { presentNotice, noticeOf } from './present-notice.ts'

/** Sends a notice again. */
export const resendNotice = (
  ctx: Context,
  { noticeId, reason }: InputOf<typeof operatorSystem.resend>,
): Promise<OutputOf<typeof operatorSystem.resend>> =>
  ctx.transaction(async (inner) => {
    await sendAgain(inner, noticeId, reason)
    return { notice: presentNotice(inner, await noticeOf(inner, noticeId)) }
  })
