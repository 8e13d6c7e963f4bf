import { z } from 'zod'
import { trimmedTextSchema } from '#contract/values.ts'

export const formLimits = { questions: 30, intro: 2000, words: 300, answer: 1000 } as const

/** A yes/no question that needs an explanation for 'yes', an optional text question, or a statement to agree to. */
export const FormQuestion = z.object({
  kind: z.enum(['yesNo', 'words', 'agree']),
  text: trimmedTextSchema(3, formLimits.words),
})
export type FormQuestion = z.infer<typeof FormQuestion>

export const FormAnswer = z.object({ yes: z.boolean().nullable(), words: z.string().trim().max(formLimits.answer) })
export type FormAnswer = z.infer<typeof FormAnswer>

/**
 * Returns the missing part of an answer: the answer itself, the explanation of a 'yes', or the agreement; null if the
 * answer is complete.
 */
export function findMissingAnswer(
  { kind }: FormQuestion,
  answer: FormAnswer | undefined,
): 'yes' | 'words' | 'agree' | null {
  if (kind === 'words') return null
  if (kind === 'agree') return answer?.yes === true ? null : 'agree'
  if (answer?.yes == null) return 'yes'
  return answer.yes && answer.words === '' ? 'words' : null
}

export const isAnswered = (questions: readonly FormQuestion[], answers: readonly FormAnswer[]): boolean =>
  answers.length === questions.length &&
  questions.every((question, i) => findMissingAnswer(question, answers[i]) === null)
