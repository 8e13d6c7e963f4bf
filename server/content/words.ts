import type { Catalogue } from '#contract/words.ts'

export const contentPageTexts = {
  'city.title.fallback': { fixed: 'Find Hair And Makeup Artists In {City}' },
  'city.description.fallback':
    'Search hair, makeup and nail artists in {city} by date, ready-by time and services. One total price for everyone, the deposit beside it.',
  'city.seoTitle': 'Hair and makeup artists in {city}, from {minPrice} a person · Primp',
  'city.seoDescription':
    '{artists} in {city}, {score} from {reviews}. Say when you need to be ready and see one price for the whole group.',
  'city.banner.title': 'Find Hair And Makeup Artists In {City}',
  'city.banner.subTitle': 'Say when you need to be ready. We count backwards from there.',
  'city.banner.placeholder': '{city}, or a place nearby',
  'city.banner.alt': 'Looks by artists in {city}',
  'city.intro': {
    one: '1 artist takes bookings in {city}{region}. Tell us who needs what and by when, and see a single price for everyone.',
    other:
      '{n} artists take bookings in {city}{region}. They come to homes, hotels and venues, and some have a studio you can visit. Tell us who needs what and by when, and see a single price for everyone from each of them.',
  },
  'city.crumb.home': 'Home',
  'city.faq.price.q': 'How much does a makeup artist cost in {city}?',
  'city.faq.price.a':
    '[[Makeup starts from {makeupFrom}, and makeup plus hair from {makeupHairFrom}.]] [[Quotes for a whole search run from {minPrice} to {maxPrice}.]]',
  'city.faq.ahead.q': 'How far ahead should I book in {city}?',
  'city.faq.ahead.a':
    '[[Half of all bookings here are made at least {leadWeeks} weeks ahead.]] Saturdays in the warm months go first.',
  'city.faq.mobile.q': 'Do artists come to my home or venue?',
  'city.faq.mobile.a':
    '{mobileShare}% of artists in {city} travel to you; travel is part of the price you see. The others have a studio you can visit.',
  'city.faq.textured.q': 'Are there artists for textured hair and deep skin tones in {city}?',
  'city.faq.textured.a':
    '[[Textured hair: listed by {artistsTextured}.]] [[Foundation for deep skin tones: listed by {artistsDeep}.]] Use the filters to see them.',
  'city.faq.early.q': 'Can someone start early?',
  'city.faq.early.a':
    'Artists set their own hours, and many start at 5 AM. An early start is a line in the price, shown before you book.',
  'city.faq.group.q': 'Can one artist do a large group?',
  'city.faq.group.a':
    'Some work with up to three assistants. Search with everyone in it: only artists who can finish on time are shown.',
  'city.neighborhood.intro': {
    one: '1 artist reaches {neighborhood}, from {distance} away.',
    other: '{n} artists reach {neighborhood}. The nearest is {distance} away.',
  },
  'nails.city.title': 'Nail artists in {city}',
  'nails.city.description':
    'Gel, manicures and nail art at your table in {city}. See who is free and what it costs for everyone.',
  'lessons.city.title': 'Makeup and hair lessons in {city}',
  'lessons.city.description': 'One to one or with friends: learn with an artist in {city}, with your own products.',
  'hair.city.title': 'Hair stylists who come to you in {city}',
  'hair.city.description': 'Updos, braids, silk press, curls and blow-dries in {city}, ready by the time you choose.',
  'nails.city.intro': 'Gel, manicure, art or a repair before tomorrow. Add friends and see one price.',
  'lessons.city.intro':
    'Bring what you own. The artist shows you what to keep, what to skip and how to do it by yourself on Monday.',
  'hair.city.intro':
    'Updos, braids, curls and blow-dries where you are. Say who wants what and when you need to be ready.',
  'other.city.title': '{category} in {city}',
  'other.city.description': '{category} in {city}: see who is free and what it costs for everyone.',
  'other.city.intro': 'Say who wants what and by when, and see who is free.',
  'city.facts': {
    one: '1 artist reaches {city}, from {minPrice} a person.',
    other: '{n} artists reach {city}, from {minPrice} a person.',
  },
  'city.faq.near.q': 'How near is the nearest artist to {city}?',
  'city.faq.near.a': {
    one: '[[The base of the one artist who reaches {city} is {distance} away.]]',
    other: '[[The nearest base is {distance} away, and {n} artists reach {city} in all.]]',
  },
  'city.faq.mobile.all': 'All artists in {city} travel to you; travel is part of the price you see.',
  'nails.faq.price.q': 'How much does a nail artist cost in {city}?',
  'lessons.faq.price.q': 'How much does a makeup or hair lesson cost in {city}?',
  'other.faq.price.q': 'How much does it cost in {city}?',
  'city.faq.price.person':
    '[[From {fromPrice} a person.]] [[Quotes for a whole search run from {minPrice} to {maxPrice}.]]',
  'link.nails': 'Nails',
  'link.lessons': 'Lessons',
  'link.hair': 'Hair',
  'link.makeup': 'Makeup and hair',
} as const satisfies Catalogue
