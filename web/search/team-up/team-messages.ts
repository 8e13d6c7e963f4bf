import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const teamMessages = defineMessages({
  'team.meta.title': 'Teams for your group',
  'team.title': 'Teams for your group',
  'team.title.beside': 'Choose another artist for your team',
  'team.lead':
    'Each team is free on {date}, travels to {place} and can have {people} ready by {time}. You get one plan, one price and one deposit.',
  'team.back': 'All artists',
  'team.sort': 'Sort by',
  'team.sort.recommended': 'Recommended',
  'team.sort.price': 'Price',
  'team.sort.rating': 'Rating',
  'team.sort.together': 'Worked together',
  'team.count': '{n, plural, one {1 team} other {{n} teams}}',
  'team.incomplete': 'We checked the closest artists. These are the best teams.',
  'team.none': 'No team of two or three artists is free.',
  'team.none.text':
    'Try another time or day, or fewer services. Go back to all artists to see which change helps most.',
  'team.time_missing': 'To see teams, choose when everyone must be ready.',
  'team.time_missing.act': 'Choose a time',
  'team.alone': 'One service for one person needs only one artist.',
  'team.names.two': '{a} and {b}',
  'team.names.three': '{a}, {b} and {c}',
  'team.part': 'Arrives {arrive}, done {done}.',
  'team.part.people': '{n, plural, one {1 person} other {{n} people}}',
  'team.colleagues': 'Have worked together',
  'team.days': '{n, plural, one {1 day worked together} other {{n} days worked together}}',
  'team.instant.only': 'Instant Book only',
  'team.instant': 'Instant Book',
  'team.ask': 'Needs to confirm first',
  'team.spare':
    '{n, plural, =0 {Tight: no spare time for touch-ups} one {1 minute spare for touch-ups} other {{n} minutes spare for touch-ups}}',
  'team.waiting.none': 'No waiting between services',
  'team.waiting': 'Waiting between services: {duration} in total',
  'team.plan': 'Plan by artist',
  'team.total': 'Total',
  'team.deposit': 'Deposit {deposit}, then {rest}',
  'team.choose': 'Choose this team',
  'team.choose.label': 'Choose this team: {names}',
  'team.gone': 'That team is no longer available. These teams are.',
  'chosen.title': '{names} for your group',
  'chosen.lead': '{people} ready by {time} on {date} in {place}.',
  'chosen.swap': 'Swap {name} for another artist',
  'chosen.price': 'The price',
  'chosen.deposit': 'You pay a deposit of {deposit} to book.',
  'chosen.paid': 'Deposit paid: {deposit}.',
  'chosen.cancelled': '{name} has cancelled.',
  'chosen.balance.text': 'You pay each artist their own balance on the day.',
  'chosen.quote': 'Price and plan from {name}',
  'chosen.away': '{name} is no longer available.',
  'chosen.ask': 'These artists need to confirm first',
  'chosen.ask.text':
    '{names} must confirm before you can book. Send one request to all of them. Once everyone accepts, you can book the team. If one declines, we will cancel the other requests and you will pay nothing.',
  'chosen.ask.act': 'Ask {names}',
  'chosen.asked': '{name} has your request.',
  'chosen.asked.title': 'Request sent to your team',
  'chosen.asked.confirm': 'Open the link we sent to {email} to send your request.',
  'chosen.asked.until': 'Everyone can reply until {moment}. Once all have accepted, you can book the team here.',
  'chosen.asked.all': 'If one artist declines, we will cancel the other requests and you can choose another artist.',
  'chosen.asked.back': 'Withdraw request',
  'chosen.no': '{name} has declined.',
  'chosen.no.text':
    'We have cancelled the other requests. Choose another artist, then send your request to the new team.',
  'chosen.offered': '{name} has accepted.',
  'chosen.book': 'Book the team',
  'chosen.book.text':
    "We will hold everyone's time while you pay. We reserve each artist's deposit on your card and charge it only when the whole team is booked.",
  'chosen.pay': 'Pay {deposit} and book everyone',
  'chosen.pay.holds':
    'Primp holds the deposit. Each artist is paid 48 hours after the event. If an artist cancels or does not turn up, we will refund everything you paid for them.',
  'chosen.agree': "I agree to each artist's cancellation policy and the",
  'chosen.terms': 'terms',
  'chosen.terms.error': 'Please agree to the policies and terms.',
  'chosen.policy': '{policy} policy',
  'chosen.lost':
    'One of these times has just been booked. You have not been charged. Choose another artist or another team.',
  'chosen.booked': 'Your team is booked.',
  'chosen.booked.text':
    'You have a separate booking, conversation and policy with each artist. If one cancels, the others stay booked.',
  'chosen.booked.see': 'View booking with {name}',
  'colleagues.title': 'Also coming',
  'colleagues.none': 'No other artist from the team is booked at the moment.',
  'colleagues.team': "See the whole team's plan",
  'chosen.slow': 'Your payment was accepted. Your bookings will appear here in a moment.',
  'chosen.look': 'Refresh',
})

const t = createTranslator(teamMessages)

/** Returns a team's artists as text: Mia and Temi. */
export const formatTeamNames = ([a = '', b = '', c]: readonly string[]): string =>
  c ? t('team.names.three', { a, b, c }) : b ? t('team.names.two', { a, b }) : a
