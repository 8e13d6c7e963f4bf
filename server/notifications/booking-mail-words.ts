import type { MailWords } from './mail-kind.ts'

/** Mails about a booking and its money. */
export const bookingMailWords = {
  'hold.lapsed': {
    subject: 'The time with {name} is no longer kept', preview: 'It may still be free.',
    body: 'The 15 minutes have passed without a payment, and nothing was charged. If {date}, {time} is still free you can book it again; what you typed is kept.',
    button: 'Try again', why: 'booking', group: 'bookings',
  },
  'booking.confirmed.customer': {
    subject: 'Booked: ready by {time}, {date}', preview: '{name} arrives at {arrive}.',
    body: 'You are booked. {name} arrives at {arrive} on {date} and has {ofYou} ready by {time}. Total {total}. Deposit paid {deposit}. Balance on the day {balance}. {refundLine} The run sheet and a calendar file are attached. The button also logs you in, once, for 30 minutes; the code is {code}.',
    button: 'See booking', why: 'booking', always: true, group: 'bookings', sms: 'sms.booked', push: 'push.booked', money: true,
  },
  'booking.confirmed.provider': {
    subject: 'New booking: {name}, {date}, ready by {time}', preview: '{address}. Arrive {arrive}.',
    body: '{name} has booked. {date}, arrive {arrive}, done {done}. {address}, {entrance}. {parking} {lines} Your earnings {earnings}. The balance of {balance} comes to you on the day. Notes and allergies are in your dashboard.',
    button: 'Run sheet', why: 'booking', always: true, group: 'bookings', sms: 'sms.bookedProvider', push: 'push.bookedProvider',
  },
  'payment.receipt': {
    subject: 'Receipt: {amount} for {date}', preview: '{what} with {name}',
    body: 'Received {amount} on {dateTime}, {card}. For: {what}, {name}, {date}. Receipt number {number}. Total of the booking {total}; paid so far {paid}; open {balance}. {legalName}',
    button: 'Download receipt', why: 'booking', always: true, group: 'payments', money: true,
  },
  'payment.failed': {
    subject: 'The payment did not go through', preview: 'Nothing was taken. {countdown} left to try again.',
    body: 'Your bank said no to {amount}. Nothing was taken. The time with {name} is kept until {clock}; use another card or call your bank.',
    button: 'Try again', why: 'booking', always: true, group: 'payments', money: true,
  },
  'payment.voided': {
    subject: 'That time has just gone. Nothing was taken.', preview: '{artists} can take {time}.',
    body: 'Somebody booked {name} a moment before your payment arrived. We gave the reserved {amount} back; your bank may show it for a few days. {artists} can still have {ofYou} ready by {time}.',
    button: 'See who is free', why: 'booking', always: true, group: 'payments', sms: 'sms.voided', money: true,
  },
  'balance.open': {
    subject: 'Pay the balance online, if you like', preview: '{balance}, open until {dateTime}',
    body: '{name} takes the balance online. You can pay {balance} from now on, or bring it on the day. Nothing is charged unasked.',
    button: 'Pay {balance}', why: 'booking', group: 'payments', push: 'push.balance', money: true,
  },
  'balance.paid.customer': {
    subject: 'Balance of {balance} paid', preview: '{date}, {name}',
    body: 'The balance of {balance} for {date} is recorded as paid on {dateTime}. Nothing more is open.',
    why: 'booking', always: true, group: 'payments', money: true,
  },
  'balance.paid.provider': {
    subject: 'Balance of {balance} paid', preview: '{date}, {name}',
    body: 'The balance of {balance} for {date} is recorded as paid on {dateTime}. Nothing more is open.',
    why: 'booking', always: true, group: 'payments', money: true,
  },
  'refund.sent': {
    subject: 'Refund of {refund}', preview: 'On its way to your card.',
    body: 'We have sent {refund} back to {card}, because {reason}. Most banks show it within 5 to 10 days. By the {policy} policy: {policyLine}',
    button: 'See booking', why: 'booking', always: true, group: 'payments', push: 'push.refund', money: true,
  },
  'refund.failed': {
    subject: 'Your refund needs a hand', preview: 'The card could not take it.',
    body: 'Your bank sent {refund} back to us, most often because the card has been replaced. Write to {supportEmail} and we find another way.',
    why: 'booking', always: true, group: 'payments', money: true,
  },
  'payout.sent': {
    subject: 'Payout of {amount}', preview: { one: '1 booking', other: '{n} bookings' },
    body: '{amount} is on its way to your account ending {last4}. {lines} Banks usually take one to three days.',
    button: 'See statement', why: 'provider', group: 'payments', push: 'push.payout', money: true,
  },
  'payout.failed': {
    subject: 'Your bank sent a payout back', preview: 'Check your payout details.',
    body: '{amount} came back from your bank. Check the account in your payout details; we try again once you have saved them.',
    button: 'Payout details', why: 'provider', always: true, group: 'payments', sms: 'sms.payoutFailed', money: true,
  },
  'payout.missing': {
    subject: 'Add payout details to take bookings', preview: 'A customer could not book you.',
    body: 'Without payout details customers can ask you, but not pay. It takes a few minutes with the payment service.',
    button: 'Add payout details', why: 'provider', group: 'payments', money: true,
  },
} as const satisfies Record<string, MailWords>
