import type { Catalogue } from '#contract/words.ts'

/** Texts of what a team says to all of them. */
export const teamTalkMessages = {
  'talk.title': 'Talk of the team',
  'talk.who': 'You and {names} read it.',
  'talk.loading': 'Looking up what was said…',
  'talk.fault': 'What was said cannot be shown just now. It is safe; try again in a moment.',
  'talk.again': 'Try again',
  'talk.empty': 'Nothing has been said yet. Who brings the long mirror?',
  'talk.earlier': 'Show earlier messages',
  'talk.you': 'You',
  'talk.label': 'To everybody of the team',
  'talk.send': 'Send to all',
  'talk.closed': 'Nobody else of the team is booked any more, so nothing can be added.',
} satisfies Catalogue
