import type { Catalogue } from '#contract/words.ts'

export const partyMessages = {
  'party.guest': 'Guest of the party',
  'party.guest.role': 'Guest of the party · {role}',
  'party.booker': 'Booked for the party',
  'party.booker.own':
    'This is the place of the person who booked. They leave their review with the link in their own email.',
  'party.of': 'one of {n} from this party',
  'party.title': '{n} reviews from one party',
  'party.why': 'A booking counts once in the score: these {n} share it, each the same part.',
  'party.hello': 'How was {firstName}, {name}?',
  'party.hello.nobody': 'How was {firstName}?',
  'party.form': 'Your review',
  'party.name': 'Your name',
  'party.name.hint': 'Shown as first name and initial.',
  'party.role': 'Who you were there',
  'party.role.none': 'I would rather not say',
  'party.done': 'Done for you: {services}',
  'party.shown':
    'Shown on {firstName}’s page as a guest of the party. All who write of this booking share its weight in the score.',
  'party.thanks': 'Thank you. Your review is on {firstName}’s page.',
  'party.alone': 'You are the first of the party to write.',
  'party.among': 'One of {n} from this party.',
  'party.see': 'See {firstName}’s page',
  'party.links.title': 'Your guests can say how it was',
  'party.links.text':
    'Send each of them their link: they review {provider} without an account until {date}. The score of your booking is shared among all who write, you too.',
  'party.links.send': 'Send link',
  'party.links.make': 'Make a link',
  'party.links.for': ', {name}',
  'party.links.message': 'How was {provider}? Say it here: {link}',
  'party.links.copied': 'Link copied',
  'party.person': 'Person {n}',
} as const satisfies Catalogue
