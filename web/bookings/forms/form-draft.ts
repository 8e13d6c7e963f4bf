import type { BookingForm } from '#contract/bookings/forms/forms.ts'
import { type FormAnswer, type FormQuestion, findMissingAnswer } from '#contract/catalog/forms/forms.ts'

/** The answers of forms while they are given, by form; each form's in the order of its questions. */
export type Drafts = Readonly<Record<string, readonly FormAnswer[]>>

const empty: FormAnswer = { yes: null, words: '' }

/** What is there to begin with: what was answered before, where the questions are still the same. */
export const createDrafts = (forms: readonly BookingForm[]): Drafts =>
  Object.fromEntries(
    forms.map(({ formId, number, questions, signed }) => [
      formId,
      questions.map((_, i) => (signed?.number === number ? (signed.answers?.[i] ?? empty) : empty)),
    ]),
  )

export const updateAnswer = (drafts: Drafts, formId: string, at: number, part: Partial<FormAnswer>): Drafts => ({
  ...drafts,
  [formId]: (drafts[formId] ?? []).map((answer, i) => (i === at ? { ...answer, ...part } : answer)),
})

/** The name of the field of an answer. */
export const getAnswerFieldName = (formId: string, at: number, part: 'yes' | 'words'): string =>
  `${formId}.${at}.${part}`

type Missing = NonNullable<ReturnType<typeof findMissingAnswer>>

/** What is missing, by field, in what it is said by. */
export function listMissingFields(
  forms: readonly { formId: string; questions: readonly FormQuestion[] }[],
  drafts: Drafts,
): Record<string, Missing> {
  return Object.fromEntries(
    forms.flatMap(({ formId, questions }) =>
      questions.flatMap((question, i) => {
        const answer = drafts[formId]?.[i]
        const missing = findMissingAnswer(question, answer && { ...answer, words: answer.words.trim() })
        return missing ? [[getAnswerFieldName(formId, i, missing === 'words' ? 'words' : 'yes'), missing] as const] : []
      }),
    ),
  )
}
