import { defineMessages } from '#contract/i18n/messages.ts'

export const waitingMessages = defineMessages({
  'wait.title': 'Wait for {name}',
  'wait.text':
    'Join the waiting list for {date}. When a suitable time becomes free, we email the person who has waited longest. We hold the time for {hours} hours, or {close} hours if the date is close.',
  'wait.email': 'Email',
  'wait.act': 'Join waiting list',
  'wait.on':
    '{n, plural, one {You are on the waiting list. 1 person is ahead of you.} other {You are on the waiting list. {n} people are ahead of you.}}',
  'wait.on.first': 'You are next on the waiting list.',
  'wait.confirm': 'Open the email we sent to {email} and confirm your address to join the list.',
  'wait.off': 'Leave waiting list',
  'wait.left': 'You have left the waiting list.',
  'wait.own.title': 'Waiting lists',
  'wait.own.next': 'You are next.',
  'wait.own.before': '{n, plural, one {1 person is ahead of you.} other {{n} people are ahead of you.}}',
  'wait.own.letIn': '{name} has chosen someone who joined later.',
  'wait.own.offered': 'Held for you until {dateTime}.',
  'wait.own.passed': 'Your offer has expired.',
  'wait.own.see': 'See price',
  'wait.own.leave': 'Leave',
  'wait.own.leave.label': "Leave {name}'s waiting list for {date}",
})
