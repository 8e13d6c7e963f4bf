import type { Catalogue } from '#contract/words.ts'

/** Texts of acting as somebody. */
export const actingMessages = {
  'loginAs.bar': { fixed: 'Acting as {name}' },
  'loginAs.stop': { fixed: 'Stop' },
  'loginAs.bar.left': '{timeLeft}',
  'loginAs.limits': 'No payments, messages or password changes while acting.',
} as const satisfies Catalogue
