import type { Catalogue } from '#contract/words.ts'

export const reviewExportMessages = {
  'take.title': 'Take your reviews with you',
  'take.text':
    'A file with what is public of you: your profile, your services, your albums and every review, signed by us. Anybody can check it, and another site can take it over.',
  'take.act': 'Download',
  'take.check': 'Check a file',
  'check.title': 'Is this file of reviews real?',
  'check.text':
    'An artist can take their reviews with them in a file that we have signed. Choose it here, drop it, or paste what stands in it: we say whether it is ours and whether a letter of it has changed.',
  'check.file': 'The file',
  'check.paste': 'Or what stands in it',
  'check.paste.hint': 'Paste it here, or drop the file anywhere on this page.',
  'check.act': 'Check it',
  'check.missing': 'Choose a file, or paste what stands in it.',
  'check.big': 'That is too big to be such a file.',
  'check.changed.title': 'This is not as we signed it.',
  'check.changed': 'It was changed after it was signed, or we never signed it.',
  'check.unreadable.title': 'This is no file of signed reviews.',
  'check.unreadable': 'Take the file as it was downloaded, ending in .json.',
  'check.ours.title': 'This is ours, letter by letter.',
  'check.ours': 'We signed it for {name} on {date}.',
  'check.elsewhere.title': 'This is of another site.',
  'check.elsewhere': 'Only {host} can say whether it is true.',
  'check.score': { one: '{average} from 1 review', other: '{average} from {n} reviews' },
  'check.score.none': 'No reviews yet',
  'check.now': 'See {name} as of today',
} as const satisfies Catalogue
