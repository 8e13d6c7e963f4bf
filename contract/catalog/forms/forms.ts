import { z } from 'zod'
import { trimmedTextSchema } from '#contract/values.ts'

export const formLimits = { questions: 30, intro: 2000, words: 300, answer: 1000 } as const

/** A question with yes or no, where yes is explained; one that is answered in words or not at all; and a sentence that has to be agreed to. */
export const FormQuestion = z.object({
  kind: z.enum(['yesNo', 'words', 'agree']),
  text: trimmedTextSchema(3, formLimits.words),
})
export type FormQuestion = z.infer<typeof FormQuestion>

/** An answer; those of a form stand in the order of its questions. */
export const FormAnswer = z.object({ yes: z.boolean().nullable(), words: z.string().trim().max(formLimits.answer) })
export type FormAnswer = z.infer<typeof FormAnswer>

/** What is missing in an answer: the answer itself, what is said to a yes, or the agreement; null where nothing is. */
export function findMissingAnswer(
  { kind }: FormQuestion,
  answer: FormAnswer | undefined,
): 'yes' | 'words' | 'agree' | null {
  if (kind === 'words') return null
  if (kind === 'agree') return answer?.yes === true ? null : 'agree'
  if (answer?.yes == null) return 'yes'
  return answer.yes && answer.words === '' ? 'words' : null
}

/** Whether a form is answered whole. */
export const isAnswered = (questions: readonly FormQuestion[], answers: readonly FormAnswer[]): boolean =>
  answers.length === questions.length &&
  questions.every((question, i) => findMissingAnswer(question, answers[i]) === null)
