import type { Catalogue } from '#contract/words.ts'

/** Words of the heart. */
export const heartWords = {
  'heart.login': 'Log in to save artists.',
  'heart.take': 'Take {name} off the saved artists',
  'heart.save': 'Save {name}',
} as const satisfies Catalogue
