import { defineMessages } from '#contract/i18n/messages.ts'

export const outsideMessages = defineMessages({
  'outside.title': 'Work done elsewhere',
  'outside.mark': 'Work done elsewhere',
  'outside.text':
    'The artist asked past clients for these reviews. The work was not booked on Primp, so they do not count towards the rating.',
  'outside.date': '{work}, {month}',
  'outside.source': 'Work done elsewhere, signed by {source}',
  'outside.report': 'Report',

  'outside.ask.title': 'Work done elsewhere',
  'outside.ask.text':
    'Ask past clients to review your earlier work. We will email them a link. Their reviews appear on your page as work done elsewhere and do not count towards your rating.',
  'outside.ask.name': 'First name',
  'outside.ask.email': 'Email',
  'outside.ask.email.hint': 'We use it only for this email. You can email each person only once.',
  'outside.ask.work': 'What did you do for them?',
  'outside.ask.work.example': 'Wedding in Leeds, May 2024',
  'outside.ask.send': 'Send request',
  'outside.ask.sent': 'We have emailed {name}.',
  'outside.ask.left':
    '{n, plural, =0 {You can ask more people tomorrow.} one {You can ask 1 more person today.} other {You can ask {n} more people today.}}',
  'outside.ask.none': 'You have not asked anyone yet.',
  'outside.state.waiting': 'Requested',
  'outside.state.shown': 'Published',
  'outside.state.removed': 'Removed by our team',

  'outside.write.title': 'How was {name}’s work?',
  'outside.write.hello': 'Hello {name}, a few words are enough.',
  'outside.write.text': "Your words will appear on {artist}'s page as work done elsewhere, under the name you enter.",
  'outside.write.name': 'Your first name (shown publicly)',
  'outside.write.work': 'What did they do for you?',
  'outside.write.words': 'Your review',
  'outside.write.send': 'Publish',
  'outside.write.done': "Thank you. Your words are on {name}'s page.",
  'outside.write.closed': 'This link expired after 90 days.',
  'outside.write.page': "See {name}'s page",
})
