import type { WordsChange } from './own-words-queries.ts'

type Said = { title: string; words: string }

/**
 * What becomes of words that an artist has written: at once what customers read, or what waits for a look while the words before
 * it stand; words that stand already need no look, and what waits or was sent back stays so while nothing of it changes. Null
 * where nothing has.
 */
export function wordsAfter(
  before: WordsChange | undefined,
  { title, words }: Said,
  lookFirst: boolean,
): WordsChange | null {
  if (before?.asked_title === title && before.asked_words === words) return null
  const stands = before?.title === title && before.words === words
  if (stands && before.asked_title === null) return null
  if (!lookFirst || stands) return { title, words, asked_title: null, asked_words: null, sent_back: null }
  return {
    title: before?.title ?? null,
    words: before?.words ?? '',
    asked_title: title,
    asked_words: words,
    sent_back: null,
  }
}
