import { defineMessages } from '#contract/i18n/messages.ts'

export const contentPageTexts = defineMessages({
  'city.in': 'in {city}',
  'city.near': 'near {city}',
  'city.In': { fixed: 'In {city}' },
  'city.Near': { fixed: 'Near {city}' },
  'city.title': { fixed: 'Find Hair And Makeup Artists {InCity}' },
  'city.description.fallback':
    'Search hair, makeup and nail artists {inCity} by date, ready-by time and services. One total price for everyone, with the deposit shown next to it.',
  'city.seoTitle': 'Hair and makeup artists {inCity}, from {minPrice} per person · Primp',
  'city.seoDescription':
    '{artists} for {city}, rated {score} from {reviews}. Tell us when you need to be ready and see one price for the whole group.',
  'city.banner.subTitle': 'Tell us when you need to be ready. We count back from there.',
  'city.banner.placeholder': '{city}, or a place nearby',
  'city.banner.alt': 'Looks by artists {inCity}',
  'city.intro':
    '{n, plural, one {1 artist takes bookings in {city}{region}. Tell us who needs what and by when, and see a single price for everyone.} other {{n} artists take bookings in {city}{region}. They come to homes, hotels and venues, and some have a studio you can visit. Tell us who needs what and by when, and see a single price for everyone from each of them.}}',
  'city.residents': '{n, plural, one {1 artist is based in {city}.} other {{n} artists are based in {city}.}}',
  'city.faq.price.q': 'How much does a makeup artist cost {inCity}?',
  'city.faq.price.a':
    '{makeupFrom, select, undefined {} other {{makeupHairFrom, select, undefined {} other {Makeup starts from {makeupFrom}, and makeup plus hair from {makeupHairFrom}. }}}}{minPrice, select, undefined {} other {{maxPrice, select, undefined {} other {Total prices range from {minPrice} to {maxPrice}.}}}}',
  'city.faq.ahead.q': 'How far ahead should I book {inCity}?',
  'city.faq.ahead.a':
    '{leadWeeks, select, undefined {} other {Half of all bookings here are made at least {leadWeeks} weeks ahead. }}Summer Saturdays are booked first.',
  'city.faq.mobile.q': 'Do artists come to my home or venue in {city}?',
  'city.faq.mobile.a':
    '{mobileShare}% of the artists who take bookings in {city} travel to you, and travel is included in the price you see. The others have a studio you can visit.',
  'city.faq.textured.q': 'Are there artists for textured hair and deep skin tones {inCity}?',
  'city.faq.textured.a':
    '{artistsTextured, select, undefined {} other {Textured hair: {artistsTextured}. }}{artistsDeep, select, undefined {} other {Foundation for deep skin tones: {artistsDeep}.}} Use the filters to see them.',
  'city.neighborhood.intro':
    '{n, plural, one {1 artist travels to {neighborhood}, from {distance} away.} other {{n} artists travel to {neighborhood}. The nearest is {distance} away.}}',
  'nails.city.title': 'Nail artists {inCity}',
  'nails.city.description':
    'Gel, manicures and nail art at home {inCity}. See who is free and what it costs for everyone.',
  'lessons.city.title': 'Makeup and hair lessons {inCity}',
  'lessons.city.description': 'One to one or with friends: learn with an artist {inCity}, with your own products.',
  'hair.city.title': 'Hair stylists who come to you {inCity}',
  'hair.city.description': 'Updos, braids, silk press, curls and blow-dries {inCity}, ready by the time you choose.',
  'nails.city.intro': 'Gel, manicure, art or a repair before tomorrow. Add friends and see one price.',
  'lessons.city.intro':
    'Bring the makeup you own. The artist shows you what to keep, what to skip and how to do it yourself.',
  'hair.city.intro':
    'Updos, braids, curls and blow-dries where you are. Tell us who wants what and when you need to be ready.',
  'other.city.title': '{category} {inCity}',
  'other.city.description': '{category} {inCity}: see who is free and what it costs for everyone.',
  'other.city.intro': 'Tell us who wants what and by when, and see who is free.',
  'city.facts':
    '{n, plural, one {1 artist travels to {city}, from {minPrice} per person.} other {{n} artists travel to {city}, from {minPrice} per person.}}',
  'city.faq.near.q': 'How far is the nearest artist from {city}?',
  'city.faq.near.a':
    '{distance, select, undefined {} other {{n, plural, one {The one artist who travels to {city} is based {distance} away.} other {The nearest artist is based {distance} away. In total, {n} artists travel to {city}.}}}}',
  'city.faq.mobile.all':
    'All artists who take bookings in {city} travel to you. Travel is included in the price you see.',
  'nails.faq.price.q': 'How much does a nail artist cost {inCity}?',
  'nails.faq.ahead.q': 'How far ahead should I book a nail artist {inCity}?',
  'nails.faq.near.q': 'How far is the nearest nail artist from {city}?',
  'nails.faq.mobile.q': 'Do nail artists come to my home or venue in {city}?',
  'lessons.faq.price.q': 'How much does a makeup or hair lesson cost {inCity}?',
  'lessons.faq.ahead.q': 'How far ahead should I book a makeup or hair lesson {inCity}?',
  'lessons.faq.near.q': 'How far from {city} is the nearest artist who gives lessons?',
  'lessons.faq.mobile.q': 'Can I have a makeup or hair lesson at home in {city}?',
  'other.faq.price.q': 'What are the prices for {category} {inCity}?',
  'other.faq.ahead.q': 'How far ahead should I book artists for {category} {inCity}?',
  'other.faq.near.q': 'How far from {city} is the nearest artist for {category}?',
  'other.faq.mobile.q': 'Do artists for {category} come to my home or venue in {city}?',
  'city.faq.price.person':
    '{fromPrice, select, undefined {} other {From {fromPrice} per person. }}{minPrice, select, undefined {} other {{maxPrice, select, undefined {} other {Total prices range from {minPrice} to {maxPrice}.}}}}',
  'link.nails': 'Nails',
  'link.lessons': 'Lessons',
  'link.hair': 'Hair',
  'link.makeup': 'Makeup and hair',
})
