import type { MailWords } from './mail-kind.ts'

/** Mails to those who look after the site. */
export const operatorMailWords = {
  'op.queue.waiting': {
    subject: { one: '1 profile waits', other: '{n} profiles wait' }, preview: 'Oldest: {duration}.', body: 'Oldest: {duration}.', button: 'Open the queue', why: 'operator', always: true,
  },
  'op.outbox.failing': {
    subject: 'Notices are failing', preview: '{n} given up in the last hour, by {channel}.', body: '{n} given up in the last hour, by {channel}.', button: 'Open the outbox', why: 'operator', always: true,
  },
  'op.operator.added': {
    subject: 'You are an operator now', preview: 'Log in within 30 minutes.', body: 'Log in within 30 minutes with the link, or type {code}.', button: { fixed: 'Log In' }, why: 'operator', always: true, secret: true,
  },
  'op.loginAs.link': {
    subject: 'Your link to act as {name}', preview: 'One use, 30 minutes.', body: 'One use, 30 minutes.', button: 'Act as {name}', why: 'operator', always: true, secret: true,
  },
  'op.dispute.opened': {
    subject: 'Report: {what}, {date}', preview: '{name} against {other}.', body: '{name} against {other}. Payout of {amount} waits.', button: 'Open the report', why: 'operator', always: true,
  },
  'op.review.reported': {
    subject: 'A review was reported', preview: 'Reason: {reason}.', body: 'Reason: {reason}.', button: 'Open the reports', why: 'operator', always: true,
  },
  'op.person.reported': {
    subject: '{name} was reported', preview: 'Reason: {reason}.', body: 'Reason: {reason}.', button: 'Open the reports', why: 'operator', always: true,
  },
  'op.refund.failed': {
    subject: 'A refund came back', preview: '{refund} for booking {number}.', body: '{refund} for booking {number}.', button: 'Open the booking', why: 'operator', always: true,
  },
  'op.payout.failed': {
    subject: 'A payout came back', preview: '{amount} for {name}.', body: '{amount} for {name}.', button: 'Open the payouts', why: 'operator', always: true,
  },
  'op.intent.open': {
    subject: { one: '1 payment without a last word', other: '{n} payments without a last word' }, preview: 'Older than {duration}.', body: 'Older than {duration}.', button: 'Open the payments', why: 'operator', always: true,
  },
  'op.ledger.off': {
    subject: 'Ledger does not sum to zero', preview: 'Off by {amount} since {dateTime}.', body: 'Off by {amount} since {dateTime}.', button: 'Open the ledger', why: 'operator', always: true,
  },
  'op.jobs.late': {
    subject: 'Jobs run late', preview: 'Oldest waiting: {duration}, queue {queue}.', body: 'Oldest waiting: {duration}, queue {queue}.', button: 'Open the jobs', why: 'operator', always: true,
  },
} as const satisfies Record<string, MailWords>
