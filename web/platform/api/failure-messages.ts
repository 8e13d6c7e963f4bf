import type { Catalogue } from '#contract/words.ts'

/** What is said of a call that nobody answered. */
export const failureMessages = {
  'net.failed': 'That did not work. Nothing has changed. Please try again.',
  'net.offline': 'You are offline. What you typed is kept.',
} as const satisfies Catalogue
