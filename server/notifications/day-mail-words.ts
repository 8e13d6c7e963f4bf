import type { MailWords } from './mail-kind.ts'

/** Mails before and on the day, and about what changes. */
export const dayMailWords = {
  'reminder.7d.customer': {
    subject: 'In a week: ready by {time}', preview: '{name}, {date}. Is the order still right?',
    body: '{name} arrives at {arrive} on {date}. Check names, order and address now; later changes go by message. {refundLine} A chair each, a table, a socket, daylight if there is any.',
    button: 'Check run sheet', why: 'booking', group: 'reminders', sms: 'sms.7d', push: 'push.7d',
  },
  'reminder.7d.provider': {
    subject: 'In a week: {name}, {people}, {date}', preview: 'Arrive {arrive}, {area}',
    body: '{date}, arrive {arrive}, done {done}. {address}. {lines} Ask for anything you still need.',
    button: 'Run sheet', why: 'booking', group: 'reminders', push: 'push.7d',
  },
  'reminder.24h.customer': {
    subject: 'Tomorrow: {name} arrives at {arrive}', preview: 'Ready by {time}. Balance {balance}.',
    body: 'Tomorrow at {arrive} {name} arrives at {address}. Ready by {time}. Clean, dry hair and a bare face unless you agreed otherwise. Balance {balance}.',
    button: 'Run sheet', why: 'booking', group: 'reminders', sms: 'sms.24h', push: 'push.24h',
  },
  'reminder.24h.provider': {
    subject: 'Tomorrow: {name}, {arrive}', preview: '{address}',
    body: 'Tomorrow, arrive {arrive}, done {done}. {address}, {entrance}. {parking} Balance {balance}. Allergies and notes are in the run sheet.',
    button: 'Run sheet', why: 'booking', group: 'reminders', sms: 'sms.24hProvider', push: 'push.24h',
  },
  'reminder.2h.customer': {
    subject: 'In two hours: {arrive}', preview: '{name}',
    body: '{name} arrives at {arrive}. Ready by {time}.',
    button: 'Run sheet', why: 'booking', group: 'reminders', sms: 'sms.2h', push: 'push.2h', urgent: true,
  },
  'reminder.2h.provider': {
    subject: 'In two hours: {arrive}', preview: '{name}',
    body: '{name}, {arrive}. {address}. Tell them when you set out.',
    button: 'Run sheet', why: 'booking', group: 'reminders', sms: 'sms.2hProvider', push: 'push.2h', urgent: true,
  },
  onTheWay: {
    subject: '{name} is on the way', preview: 'Arriving about {clock}',
    body: '{name} has set out and arrives about {clock}. You are still ready by {time}.',
    why: 'booking', group: 'reminders', sms: 'sms.onTheWay', push: 'push.onTheWay', urgent: true,
  },
  late: {
    subject: '{name} is {minutes} minutes late', preview: 'Now arriving {clock}. {endLine}',
    body: '{name} is running {minutes} minutes late and arrives at {clock}. {endLine}',
    button: 'Message {name}', why: 'booking', group: 'reminders', sms: 'sms.late', push: 'push.late', urgent: true,
  },
  'cancelled.byCustomer.customer': {
    subject: 'Cancelled: {date} with {name}', preview: '{refundLine}',
    body: 'Your booking for {date} is cancelled. {refundLine} {name} has been told and the time is open for others.',
    why: 'booking', always: true, group: 'bookings', money: true,
  },
  'cancelled.byCustomer.provider': {
    subject: 'Cancelled: {name}, {date}', preview: '{keepLine}',
    body: '{name} has cancelled {date}. {keepLine} The time is free in your calendar again.',
    why: 'booking', always: true, group: 'bookings', sms: 'sms.cancelledByCustomer', push: 'push.cancelledByCustomer', money: true,
  },
  'cancelled.byProvider.customer': {
    subject: '{name} had to cancel. {artists} can take over.', preview: 'Everything you paid, {refund}, goes back.',
    body: '{name} cannot come on {date}. Everything you paid, {refund}, goes back to your card. {artists} can have {ofYou} ready by {time}; your people, place and notes carry over. If you would rather talk: {supportPhone}.',
    button: 'See who can take over', why: 'booking', always: true, group: 'bookings', sms: 'sms.cancelledByProvider', push: 'push.cancelledByProvider', money: true,
  },
  'cancelled.byProvider.customer.nobody': {
    subject: '{name} had to cancel {date}.', preview: 'Everything you paid, {refund}, goes back.',
    body: '{name} cannot come on {date}. Everything you paid, {refund}, goes back to your card. Nobody fits exactly right now. With one change more do: {rescueLine} If you would rather talk: {supportPhone}.',
    button: 'See who can take over', why: 'booking', always: true, group: 'bookings', sms: 'sms.cancelledByProvider', push: 'push.cancelledByProvider', money: true,
  },
  'cancelled.byProvider.provider': {
    subject: 'You cancelled {name}, {date}', preview: 'They get everything back.',
    body: '{name} gets everything back and is being helped to find someone else. Cancellations lower your place in searches for a while.',
    why: 'booking', always: true, group: 'bookings', money: true,
  },
  'cancelled.byTeam.customer': {
    subject: 'Your booking for {date} has been cancelled', preview: '{reason}',
    body: 'Our team cancelled the booking for {date}: {reason}. The customer gets everything back. Questions go to {supportEmail}.',
    why: 'booking', always: true, group: 'bookings', money: true,
  },
  'cancelled.byTeam.provider': {
    subject: 'Your booking for {date} has been cancelled', preview: '{reason}',
    body: 'Our team cancelled the booking for {date}: {reason}. The customer gets everything back. Questions go to {supportEmail}.',
    why: 'booking', always: true, group: 'bookings', money: true,
  },
  'move.asked.customer': {
    subject: '{name} suggests {dateTime}', preview: 'Instead of {oldDateTime}. Your booking stands until you answer.',
    body: '{name} would like to move to {dateTime}. {priceLine} Refund dates stay as they are. Until you answer, {oldDateTime} stands.',
    button: 'Answer', why: 'booking', group: 'bookings', sms: 'sms.moveAsked', push: 'push.moveAsked',
  },
  'move.asked.provider': {
    subject: '{name} suggests {dateTime}', preview: 'Instead of {oldDateTime}. Your booking stands until you answer.',
    body: '{name} would like to move to {dateTime}. {priceLine} Refund dates stay as they are. Until you answer, {oldDateTime} stands.',
    button: 'Answer', why: 'booking', group: 'bookings', sms: 'sms.moveAskedProvider', push: 'push.moveAsked',
  },
  'move.accepted.customer': {
    subject: 'Moved to {dateTime}', preview: 'Arrive {arrive}, ready by {time}',
    body: 'The booking is now on {dateTime}. {name} arrives at {arrive}. {priceLine} A new calendar file is attached; it replaces the old one.',
    button: 'Run sheet', why: 'booking', always: true, group: 'bookings', sms: 'sms.moved', push: 'push.moved',
  },
  'move.accepted.provider': {
    subject: 'Moved to {dateTime}', preview: 'Arrive {arrive}, ready by {time}',
    body: 'The booking is now on {dateTime}. {name} arrives at {arrive}. {priceLine} A new calendar file is attached; it replaces the old one.',
    button: 'Run sheet', why: 'booking', always: true, group: 'bookings', push: 'push.moved',
  },
  'move.declined.customer': {
    subject: '{name} keeps {oldDateTime}', preview: 'Nothing has changed.',
    body: '{name} would rather keep the original time. Your booking stands: {oldDateTime}.',
    why: 'booking', group: 'bookings',
  },
  'move.declined.provider': {
    subject: '{name} keeps {oldDateTime}', preview: 'Nothing has changed.',
    body: '{name} would rather keep the original time. Your booking stands: {oldDateTime}.',
    why: 'booking', group: 'bookings',
  },
  'noshow.reported.customer': {
    subject: 'Did you meet on {date}?', preview: 'Tell us your side until {dateTime}.',
    body: '{name} reports that you were not there on {date}. Tell us your side until {dateTime}; after that we decide with what we have.',
    button: 'Tell us', why: 'booking', always: true, group: 'bookings',
  },
  'noshow.reported.provider': {
    subject: 'Did you meet on {date}?', preview: 'Tell us your side until {dateTime}.',
    body: '{name} reports that you were not there on {date}. Tell us your side until {dateTime}; after that we decide with what we have.',
    button: 'Tell us', why: 'booking', always: true, group: 'bookings',
  },
  'problem.reported.customer': {
    subject: 'We are looking into {date}', preview: 'Payout waits meanwhile.',
    body: 'A problem was reported for {date}: {what}. A person is looking into it. The payout waits until it is settled. Add anything we should know.',
    button: 'Add your side', why: 'booking', always: true, group: 'bookings',
  },
  'problem.reported.provider': {
    subject: 'We are looking into {date}', preview: 'Payout waits meanwhile.',
    body: 'A problem was reported for {date}: {what}. A person is looking into it. The payout waits until it is settled. Add anything we should know.',
    button: 'Add your side', why: 'booking', always: true, group: 'bookings',
  },
  'dispute.settled.customer': {
    subject: 'Settled: {date}', preview: '{outcome}',
    body: 'We have settled the report for {date}: {outcome}. Why: {reason}. If you see it differently, answer at {supportEmail}.',
    why: 'booking', always: true, group: 'bookings',
  },
  'dispute.settled.provider': {
    subject: 'Settled: {date}', preview: '{outcome}',
    body: 'We have settled the report for {date}: {outcome}. Why: {reason}. If you see it differently, answer at {supportEmail}.',
    why: 'booking', always: true, group: 'bookings',
  },
} as const satisfies Record<string, MailWords>
