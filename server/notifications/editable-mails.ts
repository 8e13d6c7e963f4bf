import type { MailHow, MailText } from '#contract/notifications/mail-templates.ts'
import {
  markOptionalParts,
  listOptionalSlots,
  findPartProblem,
  stripOptionalParts,
  listSlots,
} from '#contract/templates.ts'
import type { Template } from '#contract/templates.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import { type MailKind, mailTexts } from '#server/notifications/words/mail-texts.ts'
import { varyPhrase } from '#server/notifications/words/vary.ts'

const fields = ['subject', 'preview', 'body', 'button'] as const
const hows: readonly MailHow[] = ['mobile', 'studio', 'start', 'none']
const slot = /\{(\w+)\}/g
// Placeholders that an edited mail must still contain, such as codes and links.
const indispensable = ['code', 'alertOffLink', 'termsLink']

export const getDefaultMailWords = (kind: string): MailPhrases | undefined =>
  Object.hasOwn(mailTexts, kind) ? mailTexts[kind as MailKind] : undefined

export const getDefaultMailText = (words: MailPhrases): MailText =>
  Object.fromEntries(fields.map((field) => [field, plain(words[field])])) as MailText

const plain = (phrase: Template | undefined): string | null => (typeof phrase === 'string' ? phrase : null)

export const listMailVariants = (words: MailPhrases): MailHow[] =>
  hows.filter(
    (how) => how === 'mobile' || fields.some((field) => words[field] && varyPhrase(words[field], how) !== words[field]),
  )

export const listMailSlots = (words: MailPhrases): string[] =>
  listSlots(
    listMailVariants(words).flatMap((how) =>
      Object.values(getDefaultMailText(words)).map((text) => text && plain(varyPhrase(text, how))),
    ),
  )

export const listRequiredSlots = (words: MailPhrases): string[] =>
  listSlots([getDefaultMailText(words).body]).filter((name) => indispensable.includes(name))

/** Returns the placeholders that may be empty: those that the default text uses only in optional parts. */
export const listOptionalMailSlots = (words: MailPhrases): string[] =>
  listOptionalSlots(Object.values(getDefaultMailText(words)))

export function markMailOptionalParts(kind: string, text: MailText): MailText {
  const words = getDefaultMailWords(kind)
  if (!words) return text
  const optional = listOptionalMailSlots(words)
  return Object.fromEntries(
    fields.map((field) => [field, text[field] && markOptionalParts(text[field], optional)]),
  ) as MailText
}

export function listMissingSlots(words: MailPhrases, text: MailText): string[] {
  const made = getDefaultMailText(words)
  const now = listSlots(fields.map((field) => text[field] ?? made[field]))
  return listSlots(Object.values(made)).filter((name) => !now.includes(name))
}

export function listMailProblems(words: MailPhrases, text: MailText): { path: string; message: string }[] {
  const [made, known, kept, optional] = [
    getDefaultMailText(words),
    listMailSlots(words),
    listRequiredSlots(words),
    listOptionalMailSlots(words),
  ]
  return fields.flatMap((field) => {
    const said = text[field]
    if (said === null) return []
    const path = `text.${field}`
    if (made[field] === null) return [{ path, message: 'You cannot change this text.' }]
    if (field !== 'body' && /\n/.test(said)) return [{ path, message: 'This has to be a single line.' }]
    const unknown = listSlots([said]).find((name) => !known.includes(name))
    if (unknown) return [{ path, message: `{${unknown}} is not a placeholder of this email.` }]
    const open = said.replaceAll(slot, '').match(/[{}]/)
    if (open) return [{ path, message: 'An opening or closing brace is missing.' }]
    const part = findPartProblem(said)
    if (part) return [{ path, message: part }]
    const [always, sometimes] = [listSlots([stripOptionalParts(said)]), listSlots([said])]
    const bare = always.find((name) => optional.includes(name))
    if (bare) return [{ path, message: `{${bare}} can be empty. Put the text that needs it in [[ ]].` }]
    if (field !== 'body') return []
    const gone = kept.find((name) => !(optional.includes(name) ? sometimes : always).includes(name))
    if (!gone) return []
    return [{ path, message: `{${gone}} is required${sometimes.includes(gone) ? ' outside [[ ]]' : ''}.` }]
  })
}
