import type { MailWords } from './mail-kind.ts'

/** Mails about messages and reviews, profiles, alerts and terms. */
export const talkMailWords = {
  'message.new.customer': {
    subject: '{name} wrote to you', preview: '{firstLine}',
    body: '{firstLine} Read and answer in your conversation.',
    button: 'Answer', why: 'account', group: 'messages', push: 'push.message',
  },
  'message.new.provider': {
    subject: '{name} wrote to you', preview: '{firstLine}',
    body: '{firstLine} Read and answer in your conversation.',
    button: 'Answer', why: 'provider', group: 'messages', push: 'push.message',
  },
  'review.invite.customer': {
    subject: 'How was {name}?', preview: 'A score and a sentence are enough.',
    body: '{event} in {place}, {date}. What would you tell a friend who is about to book {name}? It is open until {dateTime}.',
    button: 'Leave a review', why: 'booking', group: 'reviews', push: 'push.reviewInvite',
  },
  'review.invite.provider': {
    subject: 'How was it with {name}?', preview: 'Private, never published.',
    body: 'A score and a note about {date}. It is private and never published.',
    button: 'Leave a review', why: 'booking', group: 'reviews',
  },
  'review.new': {
    subject: '{name} reviewed you: {score} of 5', preview: '{firstLine}',
    body: '{comments} You may reply once, in public.',
    button: 'Reply', why: 'booking', group: 'reviews', push: 'push.review',
  },
  'review.reply': {
    subject: '{name} replied to your review', preview: '{firstLine}',
    body: '{reply}',
    button: 'See review', why: 'booking', group: 'reviews',
  },
  'review.removed': {
    subject: 'Your review has been removed', preview: '{reason}',
    body: 'We removed your review of {date}: {reason}. If you think that is wrong, answer at {supportEmail}.',
    why: 'booking', always: true, group: 'reviews',
  },
  'signup.submitted': {
    subject: 'We have your profile', preview: 'A person looks at it next.',
    body: 'Your twelve steps are with us. A person compares your pictures and reads your page; we write either way. Meanwhile add payout details, albums and the days you are not free.',
    button: 'Open dashboard', why: 'provider', group: 'signup',
  },
  'signup.unfinished': {
    subject: 'You stopped at step {n} of 12', preview: '{step} is next.',
    body: 'Everything up to {step} is saved. Carry on where you were. We send this once.',
    button: 'Carry on', why: 'provider', group: 'signup', secret: true,
  },
  'verification.approved': {
    subject: 'You are verified', preview: 'Customers can find you now.',
    body: 'You are in searches from now on. Your identity pictures are deleted on {date}. Three things help from the start: an album of one kind of work, payout details for Instant Book, and your booked-out days.',
    button: 'Open dashboard', why: 'provider', always: true, group: 'signup', push: 'push.verified',
  },
  'verification.sentBack': {
    subject: { one: 'One thing to fix', other: '{n} things to fix' }, preview: '{steps}',
    body: 'Almost there. Please look again at: {steps}. Our note: {note} Everything else is saved.',
    button: 'Fix and send again', why: 'provider', always: true, group: 'signup', push: 'push.sentBack',
  },
  'verification.rejected': {
    subject: 'We could not verify your profile', preview: 'Why, and how to ask for a second look.',
    body: 'We could not confirm your profile: {reason}. Your identity pictures are deleted on {date}. If you think we are wrong, answer at {supportEmail} and another person looks.',
    why: 'provider', always: true, group: 'signup',
  },
  'alert.freed': {
    subject: 'A time is free near {place} on {date}', preview: '{name}, {total} for {people}',
    body: '{name} can have {ofYou} ready by {time} on {date}, for {total}. It is kept for you until {dateTime}.',
    button: 'See quote', why: 'alert', group: 'alerts', sms: 'sms.alert', push: 'push.alert',
  },
  'alert.freed.day': {
    subject: 'A time is free near {place} on {date}', preview: '{name}, {total} for {people}',
    body: '{name} is free that day, for {total}. Others may have got this mail too; the time goes to whoever books first.',
    button: 'See quote', why: 'alert', group: 'alerts', sms: 'sms.alert', push: 'push.alert',
  },
  'soon.opened': {
    subject: 'Artists near {place} have started', preview: 'This is the one mail we promised.',
    body: 'You asked us to tell you: there are bookings to be had near {place}, with {artists}. Your address is deleted from the list with this mail.',
    button: 'Search {place}', why: 'alert',
  },
  'terms.changed': {
    subject: 'Our terms change on {date}', preview: 'What is different, in short.',
    body: '{summary} The new text is at {termsLink}. Bookings already made keep the terms they were made with.',
    why: 'account', always: true,
  },
} as const satisfies Record<string, MailWords>
