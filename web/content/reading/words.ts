import type { Catalogue } from '#contract/words.ts'

/** Texts of the contents list and of older versions. */
export const readingWords = {
  'reading.contents': 'Contents',
  'reading.versions': 'Versions of this text',
  'reading.version': 'Version {version}, in force from {date}',
  'reading.version.current': 'in force now',
  'reading.version.past': 'This is version {version}. It is not in force any more.',
  'reading.version.now': 'See the version in force',
  'reading.versions.title': '{title}: versions',
  'reading.versions.text': 'Every version that has been in force, the newest first.',
} as const satisfies Catalogue

/** Texts of the help page around its questions. */
export const helpWords = {
  'help.search': 'What do you need?',
  'help.found': { one: '1 topic', other: '{n} topics' },
  'help.none': "No topic matches '{text}'. Try one word, or write to us.",
  'help.useful': 'Did this help?',
  'help.useful.yes': 'Yes',
  'help.useful.no': 'No',
  'help.useful.thanks': 'Thank you.',
  'help.write': 'Write to us',
} as const satisfies Catalogue
