import { type FaqEdit, fieldLengths, type MadeFaq } from '#contract/content/page-edit.ts'

/** A question as the editor lists it: its own words, and those it was made with where it was. */
export type FaqRow = FaqEdit & { made: MadeFaq | null }

/** Every question of a page in its order: the chosen ones, then those made since. */
export function rowsOf(made: readonly MadeFaq[], edit: readonly FaqEdit[] | null): FaqRow[] {
  const known = new Map(made.map((faq) => [faq._id, faq]))
  const named = new Set((edit ?? []).map(({ id }) => id))
  const chosen = (edit ?? []).map((row) => ({ ...row, made: known.get(row.id) ?? null }))
  return [
    ...chosen,
    ...made
      .filter(({ _id }) => !named.has(_id))
      .map((faq) => ({ id: faq._id, question: null, answer: null, hidden: false, made: faq })),
  ]
}

/** What is kept of the rows: nothing where every question is as it was made, in its order. */
export function editOf(made: readonly MadeFaq[], rows: readonly FaqRow[]): FaqEdit[] | null {
  const untouched =
    rows.length === made.length &&
    rows.every(
      ({ id, question, answer, hidden }, index) =>
        id === made[index]?._id && question === null && answer === null && !hidden,
    )
  return untouched ? null : rows.map(({ id, question, answer, hidden }) => ({ id, question, answer, hidden }))
}

/** The rows with one of them moved by one place. */
export function moved(rows: readonly FaqRow[], index: number, by: -1 | 1): FaqRow[] {
  const to = index + by
  const one = rows[index]
  if (!one || to < 0 || to >= rows.length) return [...rows]
  return rows.toSpliced(index, 1).toSpliced(to, 0, one)
}

/** The rows with words of a question; words as made are none of its own. */
export const worded = (rows: readonly FaqRow[], index: number, field: 'question' | 'answer', text: string): FaqRow[] =>
  rows.map((row, at) =>
    at === index ? { ...row, [field]: text === '' || text === row.made?.[field] ? null : text } : row,
  )

/** The rows with a new question at their end. */
export const withNew = (rows: readonly FaqRow[], id: string): FaqRow[] =>
  rows.length >= fieldLengths.faqs
    ? [...rows]
    : [...rows, { id: `own-${id}`, question: null, answer: null, hidden: false, made: null }]
