import { Undeliverable } from '#server/gateways/errors.ts'
import type { Env } from '#server/platform/env.ts'

export type SmsGateway = { send: (sms: { to: string; text: string }) => Promise<void> }

const WAIT_MS = 20_000

export function openSms({ SMS, TWILIO_URL, TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_FROM }: Env): SmsGateway {
  if (SMS === 'outbox') return { send: async () => {} }
  return {
    send: async ({ to, text }) => {
      const response = await fetch(`${TWILIO_URL}/2010-04-01/Accounts/${TWILIO_ACCOUNT}/Messages.json`, {
        method: 'POST',
        body: new URLSearchParams({ To: to, From: TWILIO_FROM ?? '', Body: text }),
        signal: AbortSignal.timeout(WAIT_MS),
        headers: { authorization: `Basic ${Buffer.from(`${TWILIO_ACCOUNT}:${TWILIO_TOKEN}`).toString('base64')}` },
      })
      const said = `the SMS service answered ${response.status}`
      await response.body?.cancel()
      if (!response.ok) throw response.status === 400 ? new Undeliverable(said) : new Error(said)
    },
  }
}
