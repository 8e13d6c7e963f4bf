import type { Catalogue } from '#contract/words.ts'

/** What a booking says of what the team has done with it, to each who looks. */
export const actWords = {
  'goodwill.customer': 'Primp gives you {amount} back.',
  'goodwill.provider': 'Primp gives the customer {amount} back, out of its own pocket. What you earn stays.',
  'goodwill.operator': 'Goodwill: {amount} to the customer, from the house.',
  'credited.customer': 'Primp gives you {amount} as credit for your next booking.',
  'credited.provider':
    'Primp gives the customer {amount} as credit for their next booking, out of its own pocket. What you earn stays.',
  'credited.operator': 'Goodwill: {amount} to the customer as credit, from the house.',
  'goodwill.waits': 'Goodwill of {amount} waits for a second operator.',
  'goodwill.refused': 'Goodwill of {amount} was turned down by a second operator.',
  'swapped.before.customer': '{to} comes instead, in a booking of its own.',
  'swapped.before.provider': 'Primp gave this to another artist. Your time is free again.',
  'swapped.before.operator': '{to} comes instead, in a booking of its own.',
  'swapped.after.customer': '{to} comes instead of {from}.',
  'swapped.after.provider': 'Primp gave you this in place of another artist.',
  'swapped.after.operator': '{to} comes instead of {from}.',
  'moved.customer': 'Primp moved this from {from} to {to}.',
  'moved.provider': 'Primp moved this from {from} to {to}.',
  'moved.operator': 'Moved from {from} to {to}.',
  'moved.waits': 'Moving to {to} waits for the customer to pay the difference.',
  'moved.ended': 'Moving to {to} came to nothing: the difference was not paid.',
  'changed.customer': 'Primp changed who is made up, or with what.',
  'changed.provider': 'Primp changed who is made up, or with what.',
  'changed.operator': 'People or services changed.',
  'changed.waits': 'A change of people or services waits for the customer to pay the difference.',
  'changed.ended': 'A change of people or services came to nothing: the difference was not paid.',
} as const satisfies Catalogue
