/** What an artist calls what they sell. */
export const ownWordsWords = {
  'words.title': 'Your own names for services',
  'words.text':
    'Call a service what your clients call it, and say in a sentence what they get. Customers find you by the catalogue’s name; yours stands before it on your page, in prices and in the plan of the day.',
  'words.look': 'Somebody of our team reads new words before customers do. What they read now stays until then.',
  'words.field.title': 'Your name for it',
  'words.field.title.hint': 'Empty: {label}',
  'words.field.words': 'What they get',
  'words.optional': 'optional',
  'words.title.short': 'Write at least {n} letters.',
  'words.title.missing': 'Give it a name first.',
  'words.contact': 'Leave out phone numbers, addresses and links. Customers write to you here.',
  'words.said': 'Customers read “{label}”.',
  'words.waits': 'Waits for a look',
  'words.back': 'Please change it',
  'words.back.why': 'Our note: {reason}',
  'words.shown': 'On your page',
  'words.saved': 'Saved. Customers read it now.',
  'words.saved.waits': 'Saved. Customers read it once somebody of our team has.',
} as const
