import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { patternSchema } from '#contract/values.ts'

const PushEndpoint = z.url().max(1000)

export const notices = {
  pushKey: defineEndpoint({
    method: 'GET',
    path: '/v1/notices/push-key',
    access: 'public',
    summary: 'Returns the public VAPID key for web push subscriptions.',
    input: z.object({}),
    output: z.object({ key: z.string() }),
    refuses: [],
  }),
  turnOnPush: defineEndpoint({
    method: 'POST',
    path: '/v1/notices/push',
    access: 'member',
    summary: "Saves this browser's push subscription.",
    input: z.object({
      endpoint: PushEndpoint,
      keys: z.object({
        p256dh: patternSchema(110, /^[A-Za-z0-9_-]{80,100}=*$/),
        auth: patternSchema(40, /^[A-Za-z0-9_-]{20,30}=*$/),
      }),
    }),
    output: z.object({ on: z.literal(true) }),
    refuses: ['not_signed_in', 'session_ended', 'push_service_unknown', 'not_allowed_acting'],
    limit: 20,
    notActing: true,
  }),
  turnOffPush: defineEndpoint({
    method: 'POST',
    path: '/v1/notices/push/off',
    access: 'member',
    summary: 'Deletes the push subscription of one browser.',
    input: z.object({ endpoint: PushEndpoint }),
    output: z.object({ on: z.literal(false) }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/v1/notices/test',
    access: 'member',
    summary: 'Sends a test notification to every subscribed browser, or by SMS to the mobile number.',
    input: z.object({ channel: z.enum(['push', 'sms']) }),
    output: z.object({ sent: z.number().int().min(0) }),
    refuses: [
      'not_signed_in',
      'session_ended',
      'no_channel',
      'number_unverified',
      'not_allowed_acting',
      'rate_limited',
    ],
    limit: 5,
    notActing: true,
  }),
  confirmMail: defineEndpoint({
    method: 'POST',
    path: '/v1/mail-confirmations/{key}',
    access: 'public',
    summary: 'Confirms with the key in an email that its address wants the emails that were requested for it.',
    input: z.object({ key: patternSchema(24, /^[A-Za-z0-9_-]{24}$/) }),
    output: z.object({ topic: z.enum(['quotes', 'alert', 'place']) }),
    refuses: ['link_expired', 'rate_limited'],
    limit: 30,
  }),
  shortLink: defineEndpoint({
    method: 'GET',
    path: '/v1/notices/short-links/{code}',
    access: 'public',
    summary: 'Returns the target of a short link in an SMS.',
    input: z.object({ code: patternSchema(8, /^[A-Za-z0-9_-]{8}$/) }),
    output: z.object({ path: z.string() }),
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
}
