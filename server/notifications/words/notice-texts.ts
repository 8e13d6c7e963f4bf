/** Customers get texts only with consent. */
export const smsTexts = {
  'sms.available': {
    to: 'customer',
    text: 'Primp: {name} is available on {date}, {amount} for {people}. Valid until {clock}. {link}',
  },
  'sms.declined': { to: 'customer', text: 'Primp: {name} is not available on {date}. See who is: {link}' },
  'sms.alert': { to: 'customer', text: 'Primp: an artist is free near {place} on {date}: {link}' },
  'sms.booked': { to: 'customer', text: 'Primp: booked. {name} arrives on {date} at {clock}. Ready by {time}. {link}' },
  'sms.7d': {
    to: 'customer',
    text: 'Primp: in a week, {name} arrives on {date} at {clock}. Check the details: {link}',
  },
  'sms.24h': {
    to: 'customer',
    text: 'Primp: tomorrow {name} arrives at {clock}. Ready by {time}. {balanceLine} {link}',
  },
  'sms.2h': { to: 'customer', text: 'Primp: {name} arrives in two hours, at {clock}. Ready by {time}.' },
  'sms.onTheWay': { to: 'customer', text: 'Primp: {name} is on the way and will arrive at about {clock}.' },
  'sms.late': {
    to: 'customer',
    text: 'Primp: {name} is {minutes} min late and will arrive at {clock}. Done by {done}.',
  },
  'sms.cancelledByProvider': {
    to: 'customer',
    text: 'Primp: {name} had to cancel {date}. Your money is safe. Other artists: {link}',
  },
  'sms.moveAsked': {
    to: 'customer',
    text: 'Primp: {name} suggests {date}, arriving at {clock}, ready by {time}. Nothing changes until you reply: {link}',
  },
  'sms.moved': { to: 'customer', text: 'Primp: moved. {name} arrives on {date} at {clock}. Ready by {time}. {link}' },
  'sms.voided': { to: 'customer', text: 'Primp: that time is taken. You were not charged. See who is free: {link}' },
  'sms.request': {
    to: 'provider',
    text: 'Primp: {name}, {date}, {people}, {area}. You earn {earnings}. Reply by {clock}: {link}',
  },
  'sms.requestHalf': {
    to: 'provider',
    text: 'Primp: {name} is waiting for your reply about {date}. {timeLeft} left: {link}',
  },
  'sms.bookedProvider': {
    to: 'provider',
    text: 'Primp: {name} has booked {date}. Arrive at {clock}. Run sheet: {link}',
  },
  'sms.24hProvider': { to: 'provider', text: 'Primp: tomorrow {name}, {people}. Arrive at {clock}. Run sheet: {link}' },
  'sms.2hProvider': { to: 'provider', text: 'Primp: {name} in two hours, {clock}. Run sheet: {link}' },
  'sms.cancelledByCustomer': {
    to: 'provider',
    text: 'Primp: the booking with {name} on {date} is cancelled. The time is free again. {link}',
  },
  'sms.moveAskedProvider': {
    to: 'provider',
    text: 'Primp: {name} would like {date}, arriving at {clock}, ready by {time}. Reply: {link}',
  },
  'sms.payoutFailed': { to: 'provider', text: 'Primp: a payout failed. Check your details: {link}' },
  'sms.code': { to: 'provider', text: 'Primp: your code is {code}. Enter it to verify this number. Do not share it.' },
  'sms.test': { to: 'provider', text: 'Primp: this is a test notification.' },
} as const

export const pushTexts = {
  'push.request': { title: '{name}, {date}', body: '{people} in {area}, you earn {earnings}. Reply by {clock}' },
  'push.requestHalf': { title: '{timeLeft} left', body: '{name} is waiting for your reply about {date}' },
  'push.requestWithdrawn': { title: 'Request withdrawn', body: '{name}, {date}' },
  'push.offer': { title: '{name} can do it', body: '{total} for {people}[[, done {done}]]' },
  'push.counter': { title: '{name} suggests a change', body: '{change}' },
  'push.declined': { title: '{name} is not available', body: '[[{others} can do {date}]]' },
  'push.expired': { title: '{name} did not reply', body: '[[{others} can do {date}]]' },
  'push.holdHalf': { title: '{countdown} left', body: 'Pay the deposit to book {time} with {name}' },
  'push.booked': { title: 'Booked', body: '{name} arrives on {date} at {clock}' },
  'push.bookedProvider': { title: 'New booking', body: '{name}, {date}, arrive at {clock}' },
  'push.tip': { title: 'A tip of {tip}', body: 'All of it is yours' },
  'push.balance': { title: 'Balance to pay', body: '{balance} for {date}, online or on the day' },
  'push.refund': { title: 'Refund sent', body: '{refund} goes back to {card}' },
  'push.payout': { title: 'Payout sent', body: '{amount} is on its way' },
  'push.7d': { title: 'In a week', body: '{name}, {date}, {clock}' },
  'push.24h': { title: 'Tomorrow', body: '{name}, {clock}' },
  'push.2h': { title: 'In two hours', body: '{name}, {clock}' },
  'push.onTheWay': { title: 'On the way', body: '{name} will arrive at about {clock}' },
  'push.late': { title: '{minutes} minutes late', body: '{name} will arrive at {clock}' },
  'push.cancelledByProvider': { title: '{name} had to cancel', body: 'Your money is safe[[. {artists} available]]' },
  'push.cancelledByCustomer': { title: 'Cancelled', body: '{name}, {date}. The time is free again' },
  'push.moveAsked': { title: 'New time suggested', body: '{name}: {date}, ready by {time}' },
  'push.moved': { title: 'Moved', body: 'Now {date}, ready by {time}' },
  'push.message': { title: '{name}', body: '{firstLine}' },
  'push.review': { title: '{score} out of 5 from {name}', body: '[[{firstLine}]]' },
  'push.reviewInvite': { title: 'How was {name}?', body: 'A rating and a sentence are enough' },
  'push.verified': { title: 'You are verified', body: 'Customers can find you now' },
  'push.sentBack': { title: 'Something to fix', body: '{steps}' },
  'push.alert': { title: 'An artist is free', body: 'Near {place}, {date}' },
  'push.test': { title: 'Test notification', body: 'This is how notifications look' },
} as const

export type SmsKind = keyof typeof smsTexts
export type PushKind = keyof typeof pushTexts
