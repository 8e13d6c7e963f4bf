/** How many words a market's list takes, and how long one is. */
export const bannedWordLimits = { words: 500, least: 2, length: 60 } as const

/** A text as words are compared: small letters without accents, everything else one space. */
export const normaliseText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The first of these words, as they are compared, that a text holds whole; null where it holds none. */
export function findBannedWord<W extends { plain: string }>(text: string, words: readonly W[]): W | null {
  const read = ` ${normaliseText(text)} `
  return words.find(({ plain }) => read.includes(` ${plain} `)) ?? null
}
