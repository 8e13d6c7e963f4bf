import { notices } from '#contract/notifications/notices.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPushKey } from '#server/notifications/push/show-push-key.ts'
import { turnOffPush } from '#server/notifications/push/turn-off-push.ts'
import { turnOnPush } from '#server/notifications/push/turn-on-push.ts'
import { confirmMail } from '#server/notifications/confirming/confirm-mail.ts'
import { followShortLink } from './follow-short-link.ts'
import { sendTest } from '#server/notifications/outbox/send-test.ts'

export const noticeRoutes = serve(notices, {
  pushKey: showPushKey,
  turnOnPush,
  turnOffPush,
  test: sendTest,
  shortLink: followShortLink,
  confirmMail,
})
