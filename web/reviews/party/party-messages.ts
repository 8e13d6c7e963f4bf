import { defineMessages } from '#contract/i18n/messages.ts'

export const partyMessages = defineMessages({
  'party.guest': 'Guest',
  'party.guest.role': 'Guest · {role}',
  'party.booker': 'Booked for the group',
  'party.booker.own':
    'This place in the group belongs to the person who booked. They can leave a review with the link in their own email.',
  'party.of': '1 of {n} from this group',
  'party.title': '{n} reviews from one group',
  'party.why': 'Each booking counts once in the rating, so each of these {n} reviews counts for an equal part of it.',
  'party.hello': 'How was {firstName}, {name}?',
  'party.hello.nobody': 'How was {firstName}?',
  'party.form': 'Your review',
  'party.name': 'Your name',
  'party.name.hint': 'Shown as first name and initial.',
  'party.role': 'Your role',
  'party.role.none': 'I would rather not say',
  'party.done': 'Your services: {services}',
  'party.shown':
    "We will show it on {firstName}'s page as a guest's review. All reviews of this booking together count once in the rating.",
  'party.thanks': 'Thank you. Your review is on {firstName}’s page.',
  'party.alone': 'You are the first of the group to review.',
  'party.among': '1 of {n} from this group.',
  'party.other': 'Review {provider} too',
  'party.see': 'See {firstName}’s page',
  'party.links.title': 'Your guests can leave a review',
  'party.links.text':
    'Send each guest their link. They can review {provider} without an account until {date}. All reviews of your booking, including yours, together count once in the rating.',
  'party.links.send': 'Send link',
  'party.links.make': 'Create link',
  'party.links.for': ', {name}',
  'party.links.message': 'How was {provider}? Leave your review: {link}',
  'party.links.copied': 'Link copied',
  'party.person': 'Person {n}',
})
