import type { Catalogue } from '#contract/words.ts'

export const beforeMessages = {
  'visit.see': 'See when {firstName} is free',
  'visit.free': 'When {firstName} is free, {date}',
  'visit.none': 'Nothing is free on that day. Choose another.',
  'before.title': { fixed: 'Before the day' },
  'before.failed': 'We could not look up what comes before the day.',
  'before.again': 'Try again',
  'before.text': 'All of it is kept with the day, and booked together.',
  'before.trial': 'Trial',
  'before.trial.text':
    'Try it with {firstName} first, if you like. It is a line of your price, and moves and is cancelled with the day.',
  'before.trial.one': '{label}: {price}, {minutes} minutes',
  'before.trial.one.off': '{label}: {price}, which comes off the price of the day, {minutes} minutes',
  'before.trial.one.free': '{label}: free, {minutes} minutes',
  'before.trial.day': 'Day of the trial',
  'before.together': 'Do the patch test at the same visit',
  'before.test': 'Patch test',
  'before.test.text':
    '{services} needs a patch test with {firstName}, {minutes} minutes, by {until}. You can choose its time later, but the work cannot start without it.',
  'before.test.day': 'Day of the patch test',
  'before.chosen.trial': 'Trial {dateTime}',
  'before.chosen.both': 'Trial with patch test {dateTime}',
  'before.chosen.test': 'Patch test {dateTime}',
  'before.chosen.none': 'Nothing chosen',
  'before.chosen': 'Chosen: {what}',
  'before.drop': 'Do without it',
  'before.next': 'Continue',
} as const satisfies Catalogue
