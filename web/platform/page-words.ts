import type { Catalogue } from '#contract/words.ts'

/** Words that pages share which have no form. */
export const pageWords = {
  'word.rating.label': '{score} out of 5, {reviews}',
  'word.rating.none': 'New on Primp',
  'share.alt': '{title}, on a palette of drawn looks',
} as const satisfies Catalogue
