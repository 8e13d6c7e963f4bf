import { Undeliverable } from '#server/gateways/errors.ts'
import type { MailGateway } from './mail.ts'
import { requireOneAddress } from './mail-address.ts'

const WAIT_MS = 20_000

/** POST `{ to, fromEmail, fromName, subject, text, html }`, with the Message-ID as idempotency key. */
export function openMailCall(url: string, token: string | undefined): MailGateway {
  return {
    send: async ({ messageId, to, from, subject, text, html, attachments = [] }) => {
      requireOneAddress(to)
      const mail = { to: to.address, fromEmail: from.address, fromName: from.name, subject, text, html }
      // The API has no reply-to and headers; attachments are included only if present.
      const files = attachments.map(({ name, type, content }) => ({ fileName: name, contentType: type, content }))
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(files.length ? { ...mail, attachments: files } : mail),
        signal: AbortSignal.timeout(WAIT_MS),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': messageId,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      })
      await response.body?.cancel()
      if (response.ok) return
      const said = `the mail call answered ${response.status}`
      throw response.status >= 400 && response.status < 500 && ![401, 403, 408, 425, 429].includes(response.status)
        ? new Undeliverable(said)
        : new Error(said)
    },
    close: () => {},
  }
}
