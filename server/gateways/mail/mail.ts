import type { Env } from '#server/platform/env.ts'
import { openMailCall } from './http.ts'
import type { MailAddress } from './mail-address.ts'
import { openSmtp } from './smtp.ts'

type Mail = {
  to: MailAddress
  from: MailAddress
  replyTo?: MailAddress
  subject: string
  text: string
  html: string
  messageId: string
  /** One-click unsubscribe URL (RFC 8058). */
  stop?: string
  attachments?: readonly { name: string; type: string; content: string }[]
}

/** Rejects with `Undeliverable` for permanent failures. Other errors may be retried. */
export type MailGateway = { send: (mail: Mail) => Promise<void>; close: () => void }

export function openMail(env: Env): MailGateway {
  if (env.MAIL === 'smtp') return openSmtp(env)
  if (env.MAIL === 'http') return openMailCall(env.MAIL_URL ?? '', env.MAIL_TOKEN)
  return { send: async () => {}, close: () => {} }
}
