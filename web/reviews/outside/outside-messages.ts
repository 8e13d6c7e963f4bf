import type { Catalogue } from '#contract/words.ts'

export const outsideMessages = {
  'outside.title': 'Work done elsewhere',
  'outside.mark': 'Work done elsewhere',
  'outside.text': 'Not booked here: asked for by the artist, and no part of the score.',
  'outside.date': '{work}, written in {month}',
  'outside.source': 'Work done elsewhere, signed by {source}',
  'outside.report': 'Report',

  'outside.ask.title': 'Work done elsewhere',
  'outside.ask.text':
    'Ask somebody whom you worked for before for a few words. They write them by the link of a mail; the words stand on your page under their own heading, marked as work done elsewhere, and never count in your score.',
  'outside.ask.name': 'First name',
  'outside.ask.email': 'Email',
  'outside.ask.email.hint': 'Used for this one mail alone. One address can be asked once.',
  'outside.ask.work': 'Which work it was',
  'outside.ask.work.example': 'Wedding in Leeds, May 2024',
  'outside.ask.send': 'Send the mail',
  'outside.ask.sent': 'The mail to {name} is on its way.',
  'outside.ask.left': {
    zero: 'You can ask more people tomorrow.',
    one: 'You can ask 1 more person today.',
    other: 'You can ask {n} more people today.',
  },
  'outside.ask.none': 'Nobody has been asked yet.',
  'outside.state.waiting': 'Asked',
  'outside.state.shown': 'On your page',
  'outside.state.removed': 'Removed by our team',

  'outside.write.title': 'How was {name}’s work?',
  'outside.write.hello': 'Hello {name}, a few words are enough.',
  'outside.write.text': 'They stand on {artist}’s page as work done elsewhere, under the name that you give.',
  'outside.write.name': 'Your first name, as it is shown',
  'outside.write.work': 'Which work it was',
  'outside.write.words': 'Your words',
  'outside.write.send': 'Put it on the page',
  'outside.write.done': 'Thank you. Your words stand on {name}’s page.',
  'outside.write.closed': 'This link has ended: it was open for 90 days.',
  'outside.write.page': 'To {name}’s page',
} as const satisfies Catalogue
