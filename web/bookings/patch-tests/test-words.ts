import type { Catalogue } from '#contract/words.ts'

/** What is said of the patch test before a booking, on both sides. */
export const testWords = {
  'test.title': 'Patch test',
  'test.not.ready': 'Not ready',
  'test.needed.customer':
    '{services} needs a patch test with {firstName} first, {minutes} minutes, by {until}. Without it the work cannot start.',
  'test.needed.provider': '{firstName} has not booked the patch test yet. Without it you cannot start.',
  'test.needed.operator': 'Not booked yet. Without it the work cannot start.',
  'test.late.customer':
    'There is no time left for the patch test that {services} needs. Move the booking to a later day.',
  'test.late.provider': 'There is no time left for the patch test. Suggest a later day, or you cannot start.',
  'test.late.operator': 'There is no time left for it before the booking.',
  'test.missed.customer': 'You were not at the last one.',
  'test.missed.provider': 'They were not at the last one.',
  'test.missed.operator': 'The last one was missed.',
  'test.booked': '{dateTime}, {minutes} minutes. Not done yet.',
  'test.done': 'Done on {dateTime}.',
  'test.choose': 'Choose a time',
  'test.move': 'Choose another time',
  'test.day': 'Day of the patch test',
  'test.book': 'Book {dateTime}',
  'test.booked.toast': 'Booked. {firstName} has been told.',
  'test.cancel': 'Take it off',
  'test.cancelled': 'Off. {firstName} has been told.',
  'test.is.done': 'It is done',
  'test.is.missed': 'They were not there',
  'test.saved': 'Saved',
  'test.keep': 'Not now',
} as const satisfies Catalogue
