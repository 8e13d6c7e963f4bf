import { type Catalogue, createTranslator } from '#contract/words.ts'

export const teamMessages = {
  'team.meta.title': 'Teams for your party',
  'team.title': 'A team for your party',
  'team.title.beside': 'Another artist for your team',
  'team.lead':
    'Artists who are free, come to {place} and together have {people} ready by {time} on {date}. One plan, one price, one deposit; nobody is with two of them at once.',
  'team.back': 'All artists',
  'team.sort': 'Sort teams by',
  'team.sort.recommended': 'Recommended',
  'team.sort.price': 'Price',
  'team.sort.rating': 'Rating',
  'team.sort.together': 'Worked together',
  'team.count': { one: '1 team', other: '{n} teams' },
  'team.incomplete': 'There are more artists around than there was time to look at: these are the best teams found.',
  'team.none': 'No two or three artists are free together for this.',
  'team.none.text':
    'Another time or day, or fewer services, may bring a team. What helps most is on the page of artists.',
  'team.time_missing': 'Say when everyone must be ready, and teams can be found.',
  'team.time_missing.act': 'Choose a time',
  'team.alone': 'One service for one person needs one artist.',
  'team.names.two': '{a} and {b}',
  'team.names.three': '{a}, {b} and {c}',
  'team.part': '{people}, arrives {arrive}, done {done}.',
  'team.part.people': { one: '1 person', other: '{n} people' },
  'team.colleagues': 'Work together',
  'team.days': { one: '1 day together', other: '{n} days together' },
  'team.instant.only': 'Instant Book only',
  'team.instant.all': 'Also those who are asked first',
  'team.instant': 'Instant Book',
  'team.ask': 'Asks first',
  'team.spare': { one: '1 minute spare for touch-ups', other: '{n} minutes spare for touch-ups' },
  'team.waiting.none': 'Nobody waits between two services',
  'team.waiting': 'Waiting between two services: {duration} in all',
  'team.plan': 'The day, by artist',
  'team.total': 'Together',
  'team.deposit': 'Deposit {deposit}',
  'team.choose': 'Choose this team',
  'team.choose.label': 'Choose this team: {names}',
  'team.gone': 'That team is no longer free together. These are.',
  'chosen.title': '{names} for your party',
  'chosen.lead': '{people} ready by {time} on {date} in {place}.',
  'chosen.swap': 'Swap {name} for another artist',
  'chosen.price': 'The price',
  'chosen.deposit': 'To book you pay a deposit of {deposit}.',
  'chosen.paid': 'Deposit paid: {deposit}.',
  'chosen.cancelled': '{name} has cancelled and does not come.',
  'chosen.balance.text': 'You pay each artist their own balance on the day.',
  'chosen.quote': 'Price and plan of {name}',
  'chosen.away': '{name} is no longer free for this.',
  'chosen.ask': 'These artists answer first',
  'chosen.ask.text':
    '{names} say yes or no before they are booked. Ask them in one go: when all have said yes, you book the team; where one does not come, the others are let go, and nothing is charged.',
  'chosen.ask.act': 'Ask {names}',
  'chosen.asked': '{name} has been asked.',
  'chosen.asked.title': 'Your team has been asked',
  'chosen.asked.confirm': 'Open the link that we have sent to {email}: then your request goes out.',
  'chosen.asked.until':
    'The slowest of them may answer until {moment}. When all have said yes, you book the team here.',
  'chosen.asked.all':
    'All or none: where one of them does not come, the others are let go, and you can swap that artist.',
  'chosen.asked.back': 'Take the request back',
  'chosen.no': '{name} does not come on this day.',
  'chosen.no.text':
    'The others who were asked are let go. Swap that artist for another, and ask all of them again in one go.',
  'chosen.offered': '{name} says yes.',
  'chosen.book': 'Book the team',
  'chosen.book.text':
    'The times of all of them are kept together while you pay: all or none. Your card is asked once for each artist’s part, and nothing is taken before every part is reserved.',
  'chosen.pay': 'Pay {deposit} and book all',
  'chosen.pay.holds':
    'We hold the deposit, not the artists. Each artist’s part is paid out 48 hours after the day; if one of them cancels or does not come, all of their part comes back to you.',
  'chosen.agree': 'I agree to each artist’s cancellation policy and to the',
  'chosen.terms': 'terms',
  'chosen.terms.error': 'Agree to the policies and terms to carry on.',
  'chosen.policy': '{name}: {policy} policy',
  'chosen.lost': 'One of the times has just gone, and nothing was taken. Swap that artist, or choose another team.',
  'chosen.booked': 'Your team is booked.',
  'chosen.booked.text':
    'Each artist has a booking, a conversation and a policy of their own. If one of them cancels, the others stay.',
  'chosen.booked.see': 'Booking of {name}',
  'mates.title': 'Who else comes',
  'mates.none': 'Nobody else of the team is booked just now.',
  'mates.team': 'The whole team and its day',
  'chosen.slow': 'Your bank has said yes. The bookings will be here in a moment.',
  'chosen.look': 'Look again',
} satisfies Catalogue

const t = createTranslator(teamMessages)

/** Returns a team's artists as text: Mia and Temi. */
export const formatTeamNames = ([a = '', b = '', c]: readonly string[]): string =>
  c ? t('team.names.three', { a, b, c }) : b ? t('team.names.two', { a, b }) : a
