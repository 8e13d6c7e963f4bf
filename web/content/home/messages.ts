import { defineMessages } from '#contract/i18n/messages.ts'
import { cardMessages } from '#web/content/card-messages.ts'

export const homeMessages = defineMessages({
  ...cardMessages,
  'home.meta.description':
    'Tell us where, when and who. See artists who can have all of you ready by then, with one total price, the deposit and reviews from real bookings.',
  'home.hero.title.before': 'Ready by ',
  'home.hero.title.marked': 'three.',
  'home.hero.title.after': 'All five of you.',
  'home.hero.text':
    'Makeup, hair and nail artists for every skin tone and hair texture. Tell us where, when and who, and see live quotes with one total price.',
  'home.hero.gallery.label': 'A palette of {n} pictures: skin in ten tones, hair in every texture, nails and pigments',
  'home.proof.score.label': 'average score',
  'home.proof.reviews.label': '{n, plural, one {review from a real booking} other {reviews from real bookings}}',
  'home.proof.artists.label': '{n, plural, one {artist} other {artists}}',
  'home.proof.places.label': '{n, plural, one {town with artists} other {towns and cities with artists}}',
  'home.proof.onTime.label': 'of bookings finished by the ready-by time',
  'home.proof.none': 'Our team checks every artist before they appear on Primp.',
  'home.how.title': 'The day, planned backwards',
  'home.how.1.time': 'Tonight',
  'home.how.1.title': 'Tell us where, when and who',
  'home.how.1.text': 'Add each person and what they would like. One search covers the whole group.',
  'home.how.2.time': 'A moment later',
  'home.how.2.title': 'See one price for everyone',
  'home.how.2.text': 'The total, the deposit and when your artist arrives. Book now or ask first.',
  'home.how.3.time': '{time}',
  'home.how.3.title': 'Everyone is ready',
  'home.how.3.text': 'Your artist works to a run sheet that ends on time, with spare minutes for touch-ups.',
  'home.places.title': 'Popular places',
  'home.places.all': 'All places',
  'home.places.card.price':
    '{n, plural, one {1 artist, from {minPrice} per person} other {{n} artists, from {minPrice} per person}}',
  'home.places.card.noPrice': '{n, plural, one {1 artist} other {{n} artists}}',
  'home.featured.title': 'Featured artists',
  'home.featured.note': 'Artists may pay to be featured. Featured artists are always labelled.',
  'home.featured.all': 'All artists',
  'home.featured.gallery': 'See the gallery',
  'home.reviews.title': 'What customers say',
  'home.reviews.all': '{n, plural, one {Read 1 review} other {Read {n} reviews}}',
  'home.plan.title': 'An hour-by-hour plan before you pay',
  'home.plan.text':
    'We know how long each look takes. We count back from your ready-by time to plan who sits when, with whom, and when your artist arrives.',
  'home.everyone.title': 'Artists for everyone',
  'home.everyone.text':
    'Artists list the shades in their kit and the textures they style. Filter by both, so nobody in the group is an afterthought.',
  'home.team.title': 'Too many for one artist?',
  'home.team.text':
    'Two or three artists can work as one team, with one plan, one price and one deposit. Try the look first, and follow the day live.',
  'home.team.action': 'See how',
  'home.lessons.title': 'Or learn to do it yourself',
  'home.lessons.text': 'An hour with an artist, your own makeup bag and a mirror.',
  'home.lessons.action': 'See lessons',
  'home.more.label': 'More from Primp',
  'home.more.halloween': 'Halloween',
  'home.more.happy-place': 'An hour for you',
  'home.more.offers': 'Artists free in the next two weeks',
  'home.more.coming-soon': 'Not in your area yet?',
  'home.join.title': 'Your kit. Your prices. Your diary.',
  'home.join.text':
    'Set up in twelve short steps. You choose the services, how far you travel and the smallest booking worth the trip.',
  'home.join.action': 'Join Primp',
  'home.join.more': 'See how it works',
  'home.faq.title': 'Questions, answered',
  'home.faq.1.q': 'Will there be an artist for my skin tone and hair?',
  'home.faq.1.a':
    'Yes, that is where we start. Artists list the shade range of their kit and the textures they style, and you can filter quotes by both.',
  'home.faq.2.q': 'What does the price include?',
  'home.faq.2.a':
    "Everything: each person's services, travel, any early start and our fee. The first price you see is the price you pay.",
  'home.faq.3.q': 'How does the deposit work?',
  'home.faq.3.a':
    'You pay a deposit to book, usually a fifth to a half of the total. The balance goes to your artist on the day. Both amounts are shown before you pay.',
  'home.faq.4.q': 'Can artists come to me?',
  'home.faq.4.a': 'Most do. On the quotes page, choose Mobile for artists who travel to you, or Studio to go to them.',
  'home.faq.5.q': 'What if I do not know the time yet?',
  'home.faq.5.a':
    "Choose 'Not sure yet'. You will see who is free that day and what it costs. Add the time later to see the plan and book.",
  'home.faq.6.q': 'What is Instant Book?',
  'home.faq.6.a':
    'The artist is free and the price is fixed, so you do not have to wait for a reply. Pay the deposit and it is booked.',
  'home.faq.7.q': 'Can I cancel or move my booking?',
  'home.faq.7.a':
    'Yes. Every artist has one of three policies: flexible, fair or strict. You see the exact dates and amounts before you pay. To move a booking, suggest a time that your artist accepts.',
  'home.faq.8.q': 'How do you check artists?',
  'home.faq.8.a':
    'Our team compares a selfie with an identity document and checks the profile. Reviews come only from bookings on Primp.',
  'home.continue': 'Continue your search',
  'home.continue.what': '{place}, {date}',
  'home.proof.label': 'Primp in numbers',
  'home.review.in': '{event} in {place}',
})
