import type { Catalogue } from '#contract/words.ts'

export const waitingMessages = {
  'wait.title': 'Wait for {name}',
  'wait.text':
    'Join the list for {date}. Whoever has waited longest is next: when a time frees up that fits, we write to you and keep it for you for {hours} hours, or for {close} where the day is close.',
  'wait.email': 'Email',
  'wait.act': 'Join the list',
  'wait.on': {
    one: 'You are on the list, and one person is before you.',
    other: 'You are on the list, and {n} people are before you.',
  },
  'wait.on.first': 'You are on the list, and next.',
  'wait.confirm': 'Open the mail we have just sent to {email} and say yes once; then you are on the list.',
  'wait.off': 'Leave the list',
  'wait.left': 'You are off the list.',
  'wait.own.title': 'Waiting lists',
  'wait.own.next': 'You are next.',
  'wait.own.before': { one: '1 person is before you.', other: '{n} people are before you.' },
  'wait.own.letIn': '{name} lets somebody in before those who have waited longer.',
  'wait.own.offered': 'Kept for you until {dateTime}.',
  'wait.own.passed': 'Your turn has passed.',
  'wait.own.see': 'See price',
  'wait.own.leave': 'Leave',
  'wait.own.leave.label': 'Leave the list of {name} for {date}',
} satisfies Catalogue
