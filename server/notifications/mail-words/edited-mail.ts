import type { EditedMail, MailText } from '#contract/notifications/mail-words.ts'
import type { Db } from '#db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MailWords } from '#server/notifications/words/mail-kind.ts'
import {
  howsOf,
  keptSlots,
  madeText,
  madeWords,
  optionalSlots,
  problemsOf,
  slotsOf,
  withMarkedParts,
} from './changeable.ts'
import { versionsOf } from './mail-words-queries.ts'

const nothing: MailText = { subject: null, preview: null, body: null, button: null }

/** A kind of mail as its editor sees it. */
export async function editedMail(db: Db, kind: string): Promise<EditedMail> {
  const words = wordsOf(kind)
  const versions = (await versionsOf(db, kind)).map(
    ({ number, made, standing, author, reason, written_at: at, ...text }) => ({
      number,
      text: withMarkedParts(kind, text),
      made,
      standing,
      author,
      writtenAt: at.toISOString(),
      reason,
    }),
  )
  const standing = versions.find((version) => version.standing)
  return {
    kind,
    made: madeText(words),
    standing: standing?.text ?? nothing,
    number: standing?.number ?? 0,
    slots: slotsOf(words),
    kept: keptSlots(words),
    optional: optionalSlots(words),
    hows: howsOf(words),
    versions,
  }
}

/** The made words of a kind, or the refusal that there is none. */
export function wordsOf(kind: string): MailWords {
  const words = madeWords(kind)
  if (!words) throw new Refusal('not_found')
  return words
}

/** Refuses words that a kind of mail could not say, each with its field. */
export function refuseUnsayable(words: MailWords, text: MailText): void {
  const errors = problemsOf(words, text)
  if (errors.length > 0) throw new Refusal('mail_words', { errors })
}
