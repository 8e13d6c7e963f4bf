import type { Catalogue } from '#contract/words.ts'

/** What the badge of an artist means, in the words of whoever looks. */
export const badgeWords = {
  'badge.title': 'What this means',
  'badge.text':
    'Each of these a person at Primp has checked, with a document before them. Nothing here is checked by a program alone.',
  'badge.none': 'Nothing stands at the moment.',
  'badge.checked': 'Checked by a person at Primp on {date}.',
  'badge.until': 'Valid until {date}.',
  'badge.ever': 'It does not run out.',
  'badge.missing': 'Not shown to us, or run out: {names}.',
  'badge.work': 'It says nothing of how good somebody’s work is. Reviews do, and only who has booked can write one.',
  'badge.close': 'Close',
  'badge.again': 'Try again',
} as const satisfies Catalogue
