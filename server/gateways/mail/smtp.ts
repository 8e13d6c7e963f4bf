import type { Transporter } from 'nodemailer'
import { Undeliverable } from '#server/gateways/errors.ts'
import type { Env } from '#server/platform/env.ts'
import type { MailGateway } from './mail.ts'
import { requireOneAddress } from './mail-address.ts'

const WAIT_MS = 20_000

// Signed headers, including those of one-click unsubscribe (RFC 8058, section 4).
const signed =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

type Signing = Pick<Env, 'SMTP_URL' | 'MAIL_DKIM_DOMAIN' | 'MAIL_DKIM_SELECTOR' | 'MAIL_DKIM_KEY'>

/** Uses DKIM if configured. Resends have the same Message-ID. */
export function openSmtp({
  SMTP_URL: url = '',
  MAIL_DKIM_DOMAIN: domainName,
  MAIL_DKIM_SELECTOR: keySelector,
  MAIL_DKIM_KEY: privateKey,
}: Signing): MailGateway {
  let transport: Promise<Transporter> | undefined
  // Lazy import, needed for SMTP only.
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url,
      ...(domainName && keySelector && privateKey
        ? { dkim: { domainName, keySelector, privateKey, headerFieldNames: signed } }
        : {}),
      pool: true,
      maxConnections: 2,
      connectionTimeout: WAIT_MS,
      greetingTimeout: WAIT_MS,
      socketTimeout: WAIT_MS,
    })
  return {
    send: async ({ to, from, replyTo, subject, text, html, messageId, stop, attachments = [] }) => {
      requireOneAddress(to)
      try {
        const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
        transport ??= open()
        await (await transport).sendMail({
          from,
          ...(replyTo ? { replyTo } : {}),
          to,
          subject,
          text,
          html,
          messageId,
          headers: {
            // No vacation replies to automatic mails (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(stop ? { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
          },
          attachments: files,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (fault) {
        const { responseCode = 0, message } = fault as { responseCode?: number; message: string }
        throw responseCode >= 500 ? new Undeliverable(message) : fault
      }
    },
    close: () => {
      transport?.then((opened) => opened.close())
    },
  }
}
