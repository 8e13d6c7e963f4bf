/** Limits of a market's word list, and of a word's length. */
export const bannedWordLimits = { words: 500, least: 2, length: 60 } as const

/** Returns a text in the form for comparing words: lower case without accents, all other characters as one space. */
export const normaliseText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the first normalised word that a text contains as a whole word. */
export function findBannedWord<W extends { plain: string }>(text: string, words: readonly W[]): W | null {
  const read = ` ${normaliseText(text)} `
  return words.find(({ plain }) => read.includes(` ${plain} `)) ?? null
}
