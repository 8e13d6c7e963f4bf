import type { MailWords } from './mail-kind.ts'

/** Mails about requests and offers. */
export const offerMailWords = {
  'quotes.sent': {
    subject: 'Your quotes for {date} in {place}', preview: '{people}, ready by {time}',
    body: 'Open the link on any device to come back to your quotes for {date} in {place}. It shows them; to carry on as yourself, log in with this address.',
    button: 'See quotes', why: 'request', always: true,
  },
  'request.confirm': {
    subject: 'One step left: send your request', preview: '{artists} for {date}, ready by {time}',
    body: 'Open the link and your request goes to {names}. It also makes you an account, so that answers reach you. The link works for 30 minutes; the page can send you a new one. Your code is {code}.',
    button: 'Send my request', why: 'request', always: true, secret: true, group: 'requests',
  },
  'request.sent': {
    subject: 'Asked: {names}', preview: 'They have until {dateTime} to answer.',
    body: 'Your request for {date} in {place} is with {names}. {people}, ready by {time}. We write as each one answers. Meanwhile artists with Instant Book can be booked at once.',
    button: 'See quotes', why: 'request', group: 'requests',
  },
  'request.new': {
    subject: '{name}, {event} on {date}: {people}, {area}', preview: '{earnings} for you. Answer by {dateTime}.',
    body: '{name} asks for {date}, ready by {time}, in {area}, {distance} from you. {lines} Your earnings: {earnings}. The plan: arrive {arrive}, done {done}. Answer by {dateTime}; a no in time costs you nothing.',
    button: 'Answer', why: 'provider', group: 'requests', sms: 'sms.request', push: 'push.request',
  },
  'request.half': {
    subject: 'Half the time has gone: {name}, {date}', preview: '{timeLeft} left to answer.',
    body: '{name} is still waiting. You have until {dateTime}. If it is not for you, say no; they can then ask others.',
    button: 'Answer', why: 'provider', group: 'requests', sms: 'sms.requestHalf', push: 'push.requestHalf',
  },
  'request.expired.provider': {
    subject: 'Not answered in time: {name}, {date}', preview: 'It counts a little. Booking out days helps.',
    body: 'The request for {date} has ended without an answer. Requests that stay unanswered lower your place in searches. If you were not free, book out days ahead and nobody will ask.',
    button: 'Open calendar', why: 'provider', group: 'requests',
  },
  'request.expired.customer': {
    subject: 'No answer from {name}', preview: '{others} can still have {ofYou} ready.',
    body: '{name} did not answer in time, so that request has ended. {others} can do {date}; {instant} of them can be booked at once.',
    button: 'See quotes', why: 'request', group: 'requests', push: 'push.expired',
  },
  'request.declined': {
    subject: '{name} cannot take {date}', preview: '{others} can still have {ofYou} ready.',
    body: '{name} has said no to {date}. {note} {others} can do it, with prices and plans.',
    button: 'See quotes', why: 'request', group: 'requests', sms: 'sms.declined', push: 'push.declined',
  },
  'request.withdrawn': {
    subject: '{name} has taken the request back', preview: '{date} is free in your calendar.',
    body: 'The request for {date}, {time}, in {area} is withdrawn. You need do nothing.',
    why: 'provider', group: 'requests', push: 'push.requestWithdrawn',
  },
  'request.changed': {
    subject: 'Changed request: {name}, {date}', preview: '{change}',
    body: '{name} has changed the request and asks you again: {change}. The earlier one has ended. Answer by {dateTime}.',
    button: 'Answer', why: 'provider', group: 'requests',
  },
  'offer.new': {
    subject: '{name} says yes: {total} for {people}', preview: 'Arrives {arrive}, done {done}. Stands until {dateTime}.',
    body: '{name} can have {ofYou} ready by {time} on {date}. Total {total}, of which {deposit} today. {note} The offer stands until {dateTime}, or until someone else takes the time.',
    button: 'See offer', why: 'request', group: 'requests', sms: 'sms.available', push: 'push.offer',
  },
  'offer.counter': {
    subject: '{name} suggests a change', preview: '{change}',
    body: '{name} can do it with a change: {change}. Total {total}, deposit {deposit}. {note} It stands until {dateTime}.',
    button: 'See offer', why: 'request', group: 'requests', push: 'push.counter',
  },
  'offer.half': {
    subject: "{name}'s offer ends {dateTime}", preview: '{total} for {people}',
    body: 'Half the time of this offer has gone. After {dateTime} the time is open for others.',
    button: 'See offer', why: 'request', group: 'requests',
  },
  'offer.expired.customer': {
    subject: 'The offer for {date} has ended', preview: 'It can be made again.',
    body: 'The offer from {name} has ended. If they are still free you can ask again; prices may have changed.',
    button: 'See quotes', why: 'request', group: 'requests',
  },
  'offer.expired.provider': {
    subject: 'The offer for {date} has ended', preview: 'It can be made again.',
    body: 'Your offer to {name} has ended without a booking. The time is free in your calendar.',
    button: 'Open calendar', why: 'provider', group: 'requests',
  },
  'offer.withdrawn': {
    subject: '{name} has taken the offer back', preview: '{others} can still have {ofYou} ready.',
    body: '{name} can no longer do {date}. {note} Nothing was charged. {others} can do it.',
    button: 'See quotes', why: 'request', group: 'requests',
  },
  'offer.declined': {
    subject: '{name} has chosen otherwise', preview: '{date} is free in your calendar.',
    body: '{name} has said no to your offer for {date}. Thank you for answering in time; it counts for you.',
    why: 'provider', group: 'requests',
  },
} as const satisfies Record<string, MailWords>
