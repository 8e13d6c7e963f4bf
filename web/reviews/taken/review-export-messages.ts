import { defineMessages } from '#contract/i18n/messages.ts'

export const reviewExportMessages = defineMessages({
  'take.title': 'Export your reviews',
  'take.text':
    'A file with your public profile, services, albums and reviews, signed by Primp. Anyone can check that it is genuine, and other sites can import it.',
  'take.act': 'Download',
  'take.check': 'Check a file',
  'check.title': 'Is this review file genuine?',
  'check.text':
    'Artists can export their reviews in a file signed by Primp. Choose, drop or paste the file here. We check that we signed it and that nothing has changed.',
  'check.file': 'The file',
  'check.paste': 'Or paste its content',
  'check.paste.hint': 'Paste it here, or drop the file anywhere on this page.',
  'check.act': 'Check file',
  'check.missing': 'Choose a file or paste its content.',
  'check.big': 'This file is too large.',
  'check.changed.title': 'This file has been changed',
  'check.changed': 'It was changed after it was signed, or we never signed it.',
  'check.unreadable.title': 'This is not a review file',
  'check.unreadable': 'Use the file as you downloaded it, ending in .json.',
  'check.ours.title': 'This file is genuine',
  'check.ours': 'We signed it for {name} on {date}.',
  'check.elsewhere.title': 'This file is from another site',
  'check.elsewhere': 'Only {host} can confirm it.',
  'check.score': '{n, plural, one {{average} from 1 review} other {{average} from {n} reviews}}',
  'check.score.none': 'No reviews yet',
  'check.now': "See {name}'s profile today",
})
