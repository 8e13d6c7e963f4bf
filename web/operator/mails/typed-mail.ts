import type { MailText } from '#contract/notifications/mail-words.ts'
import { sessionStore } from '#web/platform/storage.ts'

const key = (kind: string): string => `primp.mail ${kind}`

/** What was typed for a kind of mail in this tab and was not published. Browser only. */
export function readMail(kind: string): MailText | null {
  try {
    const kept = sessionStore.getItem(key(kind))
    return kept ? (JSON.parse(kept) as MailText) : null
  } catch {
    return null
  }
}

/** Keeps what is typed until it is published; null forgets it. Without storage it is lost with the page. Browser only. */
export function saveMail(kind: string, text: MailText | null): void {
  if (text) sessionStore.setItem(key(kind), JSON.stringify(text))
  else sessionStore.removeItem(key(kind))
}

/** What is to be sent of what is typed: what is empty, or reads as it was made, is the made words. */
export const textOf = (typed: MailText, made: MailText): MailText => {
  const said = (field: keyof MailText) => {
    const text = typed[field]?.trim()
    return text && text !== made[field] ? text : null
  }
  return { subject: said('subject'), preview: said('preview'), body: said('body'), button: said('button') }
}
