/** What is said of patch tests where an artist says what they sell. */
export const patchTestWords = {
  'ptest.title': 'Patch tests',
  'ptest.text':
    'Where a service needs a patch test, whoever books it books the test too, 48 hours to six months before. You cannot start a booking before its test is done. One that is done holds for six months.',
  'ptest.none': 'Choose your services first.',
  'ptest.no': 'None needed',
  'ptest.usual': '{minutes} minutes, as for everybody',
  'ptest.minutes': '{minutes} minutes',
  'ptest.everywhere': 'We ask for a test with this service everywhere. Say how long yours takes.',
  'ptest.saved': 'Saved. Bookings that stand are asked for it too.',
} as const
