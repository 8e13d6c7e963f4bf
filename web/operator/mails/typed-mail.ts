import type { MailText } from '#contract/notifications/mail-words.ts'

const key = (kind: string): string => `primp.mail ${kind}`

/** What was typed for a kind of mail in this tab and was not published. Browser only. */
export function readMail(kind: string): MailText | null {
  try {
    const kept = sessionStorage.getItem(key(kind))
    return kept ? (JSON.parse(kept) as MailText) : null
  } catch {
    return null
  }
}

/** Keeps what is typed until it is published; null forgets it. A tab without storage keeps nothing. Browser only. */
export function saveMail(kind: string, text: MailText | null): void {
  try {
    if (text) sessionStorage.setItem(key(kind), JSON.stringify(text))
    else sessionStorage.removeItem(key(kind))
  } catch {
    // What is on the screen stays all the same.
  }
}

/** What is to be sent of what is typed: what is empty, or reads as it was made, is the made words. */
export const textOf = (typed: MailText, made: MailText): MailText => {
  const said = (field: keyof MailText) => {
    const text = typed[field]?.trim()
    return text && text !== made[field] ? text : null
  }
  return { subject: said('subject'), preview: said('preview'), body: said('body'), button: said('button') }
}
