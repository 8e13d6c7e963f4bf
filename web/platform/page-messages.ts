import type { Catalogue } from '#contract/words.ts'

/** Words that pages share which have no form. */
export const pageMessages = {
  'word.rating.label': '{score} out of 5, {reviews}',
  'word.rating.none': 'New on Primp',
  'share.alt': '{title}, on a palette of drawn looks',
  'word.verified': 'Identity verified',
  'word.more': 'More',
  'word.stars': '{score} out of 5',
  'word.close': 'Close',
  'word.person': 'Person {n}',
  'word.people': 'People {from} to {to}',
  'word.earlier.artists': 'Earlier artists',
  'word.more.artists': 'More artists',
  'viewer.gallery': 'Gallery',
  'viewer.close': 'Close gallery',
  'viewer.back': 'Previous picture',
  'viewer.on': 'Next picture',
  'viewer.gone': 'Picture not available',
  'viewer.picture': 'Picture {n}',
  'viewer.of': '{n} of {all}',
  'popup.error': 'Error',
  'popup.success': 'Success',
  'word.here': 'You are here',
} as const satisfies Catalogue
