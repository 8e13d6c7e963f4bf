import { defineMessages } from '#contract/i18n/messages.ts'

export const beforeMessages = defineMessages({
  'visit.see': 'See when {firstName} is free',
  'visit.free': 'When {firstName} is free, {date}',
  'visit.none': 'There is no free time on that date. Choose another.',
  'before.title': { fixed: 'Before the day' },
  'before.failed': 'We could not load the trial and patch test.',
  'before.again': 'Try again',
  'before.text': 'We will hold these times together with your booking.',
  'before.trial': 'Trial',
  'before.trial.text':
    'Try your look with {firstName} first, if you like. The trial is included in the price of your booking. If you move or cancel the booking, the trial is moved or cancelled too.',
  'before.trial.one': '{label}: {price}, {minutes} minutes',
  'before.trial.one.off': '{label}: {price} (comes off the price of the day), {minutes} minutes',
  'before.trial.one.free': '{label}: free, {minutes} minutes',
  'before.trial.day': 'Day of the trial',
  'before.together': 'Have the patch test at the same visit',
  'before.test': 'Patch test',
  'before.test.text':
    'You need a patch test with {firstName} for {services}. It takes {minutes} minutes and must be done by {until}. You can choose its time later, but the artist cannot start without it.',
  'before.test.day': 'Day of the patch test',
  'before.chosen.trial': 'Trial {dateTime}',
  'before.chosen.both': 'Trial with patch test {dateTime}',
  'before.chosen.test': 'Patch test {dateTime}',
  'before.chosen.none': 'Nothing chosen',
  'before.chosen': 'Chosen: {what}',
  'before.drop': 'Continue without it',
  'before.next': 'Continue',
})
