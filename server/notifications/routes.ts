import { operatorMails } from '#contract/notifications/mail-words.ts'
import { operatorPartnerWebhooks } from '#contract/notifications/partner-webhooks.ts'
import { webhooks } from '#contract/notifications/webhooks.ts'
import { notices } from '#contract/notifications/notices.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPushKey, turnOffPush, turnOnPush } from './push.ts'
import { confirmMail } from './confirming.ts'
import { followShortLink } from './short-links.ts'
import { sendTest } from './outbox.ts'
import { listMailWords, previewMailWords, publishMailWords, showMailWords } from './mail-templates.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, renewSecret } from './webhooks.ts'
import { listDeliveries, pingWebhook, sendDeliveryAgain } from './webhook-deliveries.ts'

export const noticeRoutes = serve(notices, {
  pushKey: showPushKey,
  turnOnPush,
  turnOffPush,
  test: sendTest,
  shortLink: followShortLink,
  confirmMail,
})

const webhookActs = {
  list: listWebhooks,
  add: addWebhook,
  change: changeWebhook,
  renewSecret,
  remove: removeWebhook,
  ping: pingWebhook,
  deliveries: listDeliveries,
  sendAgain: sendDeliveryAgain,
}

export const webhookRoutes = [...serve(webhooks, webhookActs), ...serve(operatorPartnerWebhooks, webhookActs)]

export const mailWordsRoutes = serve(operatorMails, {
  list: listMailWords,
  read: showMailWords,
  preview: previewMailWords,
  publish: publishMailWords,
})
