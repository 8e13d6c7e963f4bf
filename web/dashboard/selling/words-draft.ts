import { ownWordsLengths, type LookedAt } from '#contract/providers/own-words.ts'
import { holdsContact } from '#contract/providers/profile-rules.ts'
import { reader } from '#contract/words.ts'
import { ownWordsWords } from './own-words-words.ts'

const t = reader(ownWordsWords)

/** Own words as they are typed. */
export type WordsDraft = { title: string; words: string }

/** What a form starts from: what was asked last, else what customers read. */
export const wordsDraftOf = ({ asked, shown }: LookedAt): WordsDraft => asked ?? shown ?? { title: '', words: '' }

/** What is wrong with typed words, by field; the same that would be refused. */
export function wrongInWords({ title, words }: WordsDraft, path: string): Record<string, string> {
  const wrong: Record<string, string> = {}
  const named = title.trim()
  if (named !== '' && named.length < ownWordsLengths.least)
    wrong[`${path}.title`] = t('words.title.short', { n: ownWordsLengths.least })
  else if (named === '' && words.trim() !== '') wrong[`${path}.title`] = t('words.title.missing')
  else if (holdsContact(named)) wrong[`${path}.title`] = t('words.contact')
  if (holdsContact(words)) wrong[`${path}.words`] = t('words.contact')
  return wrong
}
