import type { Catalogue } from '#contract/words.ts'

/** Texts of the recruitment pages. */
export const joinWords = {
  'join.meta.title': 'Join Primp: your kit, your prices, your diary',
  'join.meta.variant': '{headline} · Primp',
  'join.meta.description':
    'Freelance makeup, hair and nail artists: requests with a place, a time and a headcount. You set the price and keep all of it.',
  'join.action': 'Join Primp',
  'join.steps.link': 'See the twelve steps',
  'join.login': 'Already joined? Log In',
  'join.sketch.title': 'What a month could look like',
  'join.sketch.text': 'Move the slider. You keep the full price you set; our fee is added on top.',
  'join.sketch.bookings': 'Bookings a week',
  'join.sketch.result': '{amount} a month, before your costs',
  'join.sketch.example': {
    one: 'Example: 1 booking a week at {price}',
    other: 'Example: {n} bookings a week at {price}',
  },
  'join.sketch.customers': 'Customers pay',
  'join.sketch.fee': 'Primp fee',
  'join.sketch.yours': 'Yours',
  'join.sketch.note': 'A sum, not a promise. How many requests reach you depends on your place, dates and prices.',
  'join.proof.title': 'Why artists stay',
  'join.proof.1.title': 'Group jobs, one request',
  'join.proof.1.text': 'Five people in one booking, with the run sheet drafted for you.',
  'join.proof.2.title': 'Say no freely',
  'join.proof.2.text':
    'Book out a day in two taps. Declining in time costs you nothing; leaving a request unanswered does count.',
  'join.proof.3.title': 'A deposit behind every booking',
  'join.proof.3.text':
    'Customers pay when they book. Your share of the deposit is paid out after the job, the balance comes to you on the day.',
  'join.steps.title': 'Twelve steps, at your own pace',
  'join.steps.text': 'Each one saves as you go. Stop after any and come back from any device.',
  'join.ways.title': 'For every kind of work',
  'join.faq.title': 'Good questions',
  'join.closing.title': 'The first step is your name',
  'join.closing.text': 'Nothing is shown to customers until you submit and a person has checked your profile.',
  'join.faq.1.q': 'Do I need a studio?',
  'join.faq.1.a': 'No. Offer mobile, studio or both, and change it whenever you like.',
  'join.faq.2.q': 'Who sets the price?',
  'join.faq.2.a': 'You do, per service. Customers see your price with our fee inside it.',
  'join.faq.3.q': 'What does it cost me?',
  'join.faq.3.a':
    'Nothing to join and nothing a month. The fee, {percent}% of what the customer pays or a little more through rounding up, is added to your price and taken from the deposit.',
  'join.faq.4.q': 'How long does verification take?',
  'join.faq.4.a': 'Right now about {duration}. A person looks at every profile and we write to you either way.',
  'join.faq.5.q': 'When am I paid?',
  'join.faq.5.a':
    'Your share of the deposit is paid out after the booking is completed: 48 hours after its end unless someone reports a problem. The balance is paid to you on the day, or online if you turn that on.',
  'join.faq.6.q': 'What if the customer cancels?',
  'join.faq.6.a':
    'You choose one of three policies, flexible, fair or strict. What the policy does not return to the customer stays, and your part of it is paid out.',
  'join.faq.7.q': 'Can I bring assistants?',
  'join.faq.7.a': 'Yes, up to three. Say who does what and the planner gives each their own chairs.',
  'join.faq.8.q': 'Do I have to answer every request?',
  'join.faq.8.a': 'No. Say yes or no in time, or book out the days you do not want.',
  'join.place.mobile': {
    text: 'You choose the distance and the travel fee: a free zone first, then an amount for each mile.',
    AU: 'You choose the distance and the travel fee: a free zone first, then an amount for each kilometre.',
    CA: 'You choose the distance and the travel fee: a free zone first, then an amount for each kilometre.',
  },
  'join.place.studio': 'Your address stays hidden until someone books. Until then they see a rounded area.',
  'join.place.both': 'Offer both and you appear in both lists.',
} as const satisfies Catalogue
