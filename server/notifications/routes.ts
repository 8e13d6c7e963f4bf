import { notices } from '#contract/notices.ts'
import { serve } from '#server/platform/serve.ts'
import { showPushKey, turnOffPush, turnOnPush } from './push-subscriptions.ts'
import { followShortLink } from './short-links.ts'
import { sendTest } from './send-test.ts'

export const noticeRoutes = serve(notices, {
  pushKey: showPushKey,
  turnOnPush,
  turnOffPush,
  test: sendTest,
  shortLink: followShortLink,
})
