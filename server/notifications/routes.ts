import { operatorMails } from '#contract/notifications/mail-templates.ts'
import { operatorPartnerWebhooks } from '#contract/notifications/partner-webhooks.ts'
import { webhooks } from '#contract/notifications/webhooks.ts'
import { notices } from '#contract/notifications/notices.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { getPushKey, disablePush, enablePush } from './push.ts'
import { confirmMail } from './confirming.ts'
import { followShortLink } from './short-links.ts'
import { sendTest } from './outbox.ts'
import { listMailTemplates, previewMailTemplate, publishMailTemplate, getMailTemplate } from './mail-templates.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, replaceWebhookSecret } from './webhooks.ts'
import { listDeliveries, pingWebhook, sendDeliveryAgain } from './webhook-deliveries.ts'

export const noticeRoutes = createRoutes(notices, {
  pushKey: getPushKey,
  turnOnPush: enablePush,
  turnOffPush: disablePush,
  test: sendTest,
  shortLink: followShortLink,
  confirmMail,
})

const webhookActs = {
  list: listWebhooks,
  add: addWebhook,
  change: changeWebhook,
  renewSecret: replaceWebhookSecret,
  remove: removeWebhook,
  ping: pingWebhook,
  deliveries: listDeliveries,
  sendAgain: sendDeliveryAgain,
}

export const webhookRoutes = [
  ...createRoutes(webhooks, webhookActs),
  ...createRoutes(operatorPartnerWebhooks, webhookActs),
]

export const mailWordsRoutes = createRoutes(operatorMails, {
  list: listMailTemplates,
  read: getMailTemplate,
  preview: previewMailTemplate,
  publish: publishMailTemplate,
})
