import { operatorMails } from '#contract/notifications/mail-words.ts'
import { operatorPartnerWebhooks } from '#contract/notifications/partner-webhooks.ts'
import { webhooks } from '#contract/notifications/webhooks.ts'
import { notices } from '#contract/notifications/notices.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPushKey } from '#server/notifications/push/show-push-key.ts'
import { turnOffPush } from '#server/notifications/push/turn-off-push.ts'
import { turnOnPush } from '#server/notifications/push/turn-on-push.ts'
import { confirmMail } from '#server/notifications/confirming/confirm-mail.ts'
import { followShortLink } from './follow-short-link.ts'
import { sendTest } from '#server/notifications/outbox/send-test.ts'
import { listMailWords } from '#server/notifications/mail-words/list-mail-words.ts'
import { previewMailWords } from '#server/notifications/mail-words/preview-mail-words.ts'
import { publishMailWords } from '#server/notifications/mail-words/publish-mail-words.ts'
import { showMailWords } from '#server/notifications/mail-words/show-mail-words.ts'
import { addWebhook } from '#server/notifications/webhooks/add-webhook.ts'
import { changeWebhook } from '#server/notifications/webhooks/change-webhook.ts'
import { listDeliveries } from '#server/notifications/webhooks/list-deliveries.ts'
import { listWebhooks } from '#server/notifications/webhooks/list-webhooks.ts'
import { pingWebhook } from '#server/notifications/webhooks/ping-webhook.ts'
import { removeWebhook } from '#server/notifications/webhooks/remove-webhook.ts'
import { renewSecret } from '#server/notifications/webhooks/renew-secret.ts'
import { sendDeliveryAgain } from '#server/notifications/webhooks/send-delivery-again.ts'

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
