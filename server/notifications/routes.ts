import { notices } from '#contract/notifications/notices.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPushKey, turnOffPush, turnOnPush } from '#server/notifications/push/push-subscriptions.ts'
import { followShortLink } from './short-links.ts'
import { sendTest } from '#server/notifications/outbox/send-test.ts'

export const noticeRoutes = serve(notices, {
  pushKey: showPushKey,
  turnOnPush,
  turnOffPush,
  test: sendTest,
  shortLink: followShortLink,
})
