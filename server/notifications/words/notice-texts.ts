/** SMS texts by kind and recipient. Customers get them only with consent. */
export const smsTexts = {
  'sms.available': {
    to: 'customer',
    text: 'Primp: {name} is available on {date}, {amount} for {people}. Stands until {clock}. {link}',
  },
  'sms.declined': { to: 'customer', text: 'Primp: {name} cannot take {date}. Others are free: {link}' },
  'sms.alert': { to: 'customer', text: 'Primp: a time is free near {place} on {date}. See it here: {link}' },
  'sms.booked': { to: 'customer', text: 'Primp: booked. {name} arrives {date}, {clock}. Ready by {time}. {link}' },
  'sms.7d': { to: 'customer', text: 'Primp: in a week, {date}, {name} arrives {clock}. Check names and order: {link}' },
  'sms.24h': { to: 'customer', text: 'Primp: tomorrow {name} arrives {clock}. Ready by {time}. {balanceLine} {link}' },
  'sms.2h': { to: 'customer', text: 'Primp: {name} arrives in two hours, at {clock}. Ready by {time}.' },
  'sms.onTheWay': { to: 'customer', text: 'Primp: {name} is on the way, arriving about {clock}.' },
  'sms.late': { to: 'customer', text: 'Primp: {name} is {minutes} min late, now arriving {clock}. Ready by {done}.' },
  'sms.cancelledByProvider': {
    to: 'customer',
    text: 'Primp: {name} had to cancel {date}. Your money is safe. Who can take over: {link}',
  },
  'sms.moveAsked': {
    to: 'customer',
    text: 'Primp: {name} suggests {date}, arriving {clock}, ready by {time}. Your booking stands until you answer: {link}',
  },
  'sms.moved': { to: 'customer', text: 'Primp: moved. {name} arrives {date}, {clock}. Ready by {time}. {link}' },
  'sms.voided': { to: 'customer', text: 'Primp: that time has just gone. Nothing was taken. Who is free: {link}' },
  'sms.request': {
    to: 'provider',
    text: 'Primp: {name}, {date}, {people}, {area}. {earnings} for you. Answer by {clock}: {link}',
  },
  'sms.requestHalf': { to: 'provider', text: 'Primp: {name} still waits for {date}. {timeLeft} left: {link}' },
  'sms.bookedProvider': { to: 'provider', text: 'Primp: {name} has booked {date}. Arrive {clock}. Run sheet: {link}' },
  'sms.24hProvider': { to: 'provider', text: 'Primp: tomorrow {name}, {people}. Arrive {clock}. Run sheet: {link}' },
  'sms.2hProvider': { to: 'provider', text: 'Primp: {name} in two hours, {clock}. Run sheet: {link}' },
  'sms.cancelledByCustomer': {
    to: 'provider',
    text: 'Primp: {name} has cancelled {date}. The time is free again. {link}',
  },
  'sms.moveAskedProvider': {
    to: 'provider',
    text: 'Primp: {name} would like {date}, arrive {clock}, ready by {time}. Answer: {link}',
  },
  'sms.payoutFailed': { to: 'provider', text: 'Primp: a payout did not reach you. Check your details: {link}' },
  'sms.code': { to: 'provider', text: 'Primp: {code} is your code. It proves this number. Tell it to nobody.' },
  'sms.test': { to: 'provider', text: 'Primp: this is your test notice.' },
} as const

/** Push texts by kind. */
export const pushTexts = {
  'push.request': { title: '{name}, {date}', body: '{people} in {area}, {earnings} for you. Answer by {clock}' },
  'push.requestHalf': { title: '{timeLeft} left', body: '{name} still waits for {date}' },
  'push.requestWithdrawn': { title: 'Taken back', body: '{name} no longer asks for {date}' },
  'push.offer': { title: '{name} says yes', body: '{total} for {people}[[, done {done}]]' },
  'push.counter': { title: '{name} suggests a change', body: '{change}' },
  'push.declined': { title: '{name} cannot take it', body: '[[{others} can do {date}]]' },
  'push.expired': { title: 'No answer from {name}', body: '[[{others} can do {date}]]' },
  'push.holdHalf': { title: '{countdown} left', body: 'Pay the deposit to keep {time} with {name}' },
  'push.booked': { title: 'Booked', body: '{name} arrives {date}, {clock}' },
  'push.bookedProvider': { title: 'New booking', body: '{name}, {date}, arrive {clock}' },
  'push.tip': { title: 'A tip of {tip}', body: 'All of it is yours' },
  'push.balance': { title: 'Balance open', body: '{balance} for {date}, online or on the day' },
  'push.refund': { title: 'Refund sent', body: '{refund} goes back to {card}' },
  'push.payout': { title: 'Payout sent', body: '{amount} is on its way' },
  'push.7d': { title: 'In a week', body: '{name}, {date}, {clock}' },
  'push.24h': { title: 'Tomorrow', body: '{name}, {clock}' },
  'push.2h': { title: 'In two hours', body: '{name}, {clock}' },
  'push.onTheWay': { title: 'On the way', body: '{name} arrives about {clock}' },
  'push.late': { title: '{minutes} minutes late', body: '{name} now arrives {clock}' },
  'push.cancelledByProvider': { title: '{name} had to cancel', body: 'Your money is safe. {artists} can take over' },
  'push.cancelledByCustomer': { title: 'Cancelled', body: '{name}, {date}. The time is free again' },
  'push.moveAsked': { title: 'New time suggested', body: '{name}: {date}, ready by {time}' },
  'push.moved': { title: 'Moved', body: 'Now {date}, ready by {time}' },
  'push.message': { title: '{name}', body: '{firstLine}' },
  'push.review': { title: '{score} of 5 from {name}', body: '[[{firstLine}]]' },
  'push.reviewInvite': { title: 'How was {name}?', body: 'A score and a sentence are enough' },
  'push.verified': { title: 'You are verified', body: 'Customers can find you now' },
  'push.sentBack': { title: 'Something to fix', body: '{steps}' },
  'push.alert': { title: 'A time is free', body: 'Near {place}, {date}' },
  'push.test': { title: 'Test notice', body: 'This is how it will look' },
} as const

export type SmsKind = keyof typeof smsTexts
export type PushKind = keyof typeof pushTexts
