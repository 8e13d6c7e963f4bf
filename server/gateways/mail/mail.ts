import type { Env } from '#server/platform/env.ts'
import { openMailCall } from './http.ts'
import type { MailAddress } from './mail-address.ts'
import { openSmtp } from './smtp.ts'

type Mail = {
  to: MailAddress
  from: MailAddress
  /** Where an answer goes: to people, not to what sends. */
  replyTo?: MailAddress
  subject: string
  text: string
  html: string
  messageId: string
  /** Where one press ends mails of this kind (RFC 8058). */
  stop?: string
  attachments?: readonly { name: string; type: string; content: string }[]
}

/** Hands a mail on; rejects with `Undeliverable` where trying again cannot help, with anything else where it may. */
export type MailGateway = { send: (mail: Mail) => Promise<void>; close: () => void }

/** The configured way for mail to leave; with `outbox` it stays where it can be read. */
export function openMail(env: Env): MailGateway {
  if (env.MAIL === 'smtp') return openSmtp(env)
  if (env.MAIL === 'http') return openMailCall(env.MAIL_URL ?? '', env.MAIL_TOKEN)
  return { send: async () => {}, close: () => {} }
}
