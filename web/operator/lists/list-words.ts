import type { Catalogue } from '#contract/words.ts'

/** Texts of what every list of the console can: filters kept under a name, and the list as a file. */
export const listWords = {
  'lists.filters': 'Saved filters',
  'lists.keep': 'Keep these filters',
  'lists.keep.title': 'Keep what narrows this list',
  'lists.keep.name': 'Name',
  'lists.keep.name.hint': 'One of the same name makes way.',
  'lists.keep.shared': 'For all operators',
  'lists.keep.act': 'Keep',
  'lists.back': 'Back',
  'lists.kept': 'Kept as {name}.',
  'lists.drop': 'Forget the filter {name}',
  'lists.dropped': '{name} is forgotten.',
  'lists.file': 'Save as CSV',
  'lists.file.saved': { one: '{n} row saved.', other: '{n} rows saved.' },
  'lists.shared': '{name}, of another operator',
} satisfies Catalogue
