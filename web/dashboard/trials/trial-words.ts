/** What is said of trials where an artist says what they sell. */
export const trialSellingWords = {
  'trialset.title': 'Trials',
  'trialset.text':
    'A trial before the day is offered while your client books. What it costs is a line of the whole price, paid by the same deposit; you can take it off the price of the day. It needs a time of its own, found in your calendar.',
  'trialset.none': 'Choose your services first.',
  'trialset.offer': 'Offer a trial for {service}',
  'trialset.cost': 'What you earn for it',
  'trialset.cost.hint': 'Nothing, where it is free.',
  'trialset.cost.error': 'Give an amount.',
  'trialset.minutes': 'How long it takes',
  'trialset.deducted': 'It comes off the price of the day',
  'trialset.withTest': 'The patch test can be done at the same visit',
  'trialset.days': 'Days before the day, at least',
  'trialset.months': 'Months before the day, at most',
  'trialset.span.error': 'Allow it more months before, or fewer days.',
  'trialset.preview': 'Clients pay {price}, you earn {earn}.',
  'trialset.preview.off': 'Clients pay {price}, which comes off the price of the day.',
  'trialset.preview.free': 'Free for clients.',
  'trialset.saved': 'Saved. Trials that are booked stay as they are.',
} as const
