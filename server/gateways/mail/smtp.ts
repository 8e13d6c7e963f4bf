import { createTransport } from 'nodemailer'
import { Undeliverable } from '#server/gateways/undeliverable.ts'
import type { MailGateway } from './mail.ts'

const WAIT_MS = 20_000

/** Mail by a mail server; a repeated sending carries the same Message-ID. */
export function openSmtp(url: string): MailGateway {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  })
  return {
    send: async ({ to, fromEmail, fromName, subject, text, html, messageId, attachments = [] }) => {
      try {
        const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
        await transport.sendMail({
          from: { name: fromName, address: fromEmail },
          to,
          subject,
          text,
          html,
          messageId,
          attachments: files,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (fault) {
        const { responseCode = 0, message } = fault as { responseCode?: number; message: string }
        throw responseCode >= 500 ? new Undeliverable(message) : fault
      }
    },
    close: () => transport.close(),
  }
}
