import { type FormQuestion, formLimits } from '#contract/catalog/forms/forms.ts'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'

export type QuestionDraft = FormQuestion & { key: number }
export type FormDraft = {
  name: string
  intro: string
  questions: readonly QuestionDraft[]
  services: readonly string[]
  reason: string
}

let keys = 0
export const freshQuestion = (): QuestionDraft => ({ key: ++keys, kind: 'yesNo', text: '' })

/** A form to be changed, or a new one with its first question still empty. */
export const draftOf = (form: OperatorForm | null): FormDraft => ({
  name: form?.name ?? '',
  intro: form?.versions[0]?.intro ?? '',
  questions: form?.versions[0]?.questions.map((question) => ({ ...question, key: ++keys })) ?? [freshQuestion()],
  services: form?.services ?? [],
  reason: '',
})

export const mayAdd = ({ questions }: FormDraft): boolean => questions.length < formLimits.questions

/** With one question moved by a place; as it was at either end. */
export function moved(questions: readonly QuestionDraft[], at: number, by: 1 | -1): readonly QuestionDraft[] {
  const [one, other] = [questions[at], questions[at + by]]
  if (!one || !other) return questions
  return questions.map((question, i) => (i === at ? other : i === at + by ? one : question))
}

/** What is sent of it. */
export const sentOf = (draft: FormDraft) => ({
  name: draft.name.trim(),
  intro: draft.intro.trim(),
  questions: draft.questions.map(({ kind, text }) => ({ kind, text: text.trim() })),
  services: [...draft.services],
  reason: draft.reason.trim(),
})
