import type { Catalogue } from '#contract/words.ts'

/** Occasions inside a sentence, and what pages of other categories say of them. */
export const occasionWords = {
  'wedding.in': 'a wedding',
  'engagement.in': 'an engagement party',
  'mehndi.in': 'a mehndi',
  'prom.in': { text: 'prom', AU: 'a formal' },
  'party.in': 'a party',
  'photo-shoot.in': 'a photo shoot',
  'graduation.in': 'a graduation',
  'birthday.in': 'a birthday',
  'corporate.in': 'a corporate event',
  'halloween.in': 'Halloween',
  'eid.in': 'Eid',
  'diwali.in': 'Diwali',
  'races.in': 'a day at the races',
  'quinceanera.in': 'a quinceañera',
  'event.any': 'Every occasion',
  'event.cta': 'See who is free',
  'event.how':
    'Each person gets their own line: the bride, two bridesmaids, a mother. Equal looks are counted together, so three updos are one line.',
  'event.wedding.trial': 'Want a trial first? Book it as its own appointment, weeks before the day.',
  'nails.event.title': 'Nails for {occasion} in {city}',
  'nails.event.intro':
    'Nails for {occasion}, at your table or in a studio. Add everyone who wants a hand done and say when the last of you has to be dry.',
  'nails.event.description':
    'Gel, manicures and nail art for {occasion} in {city}, at your table. One price for everyone, done by the time you choose.',
  'lessons.event.title': 'Makeup and hair lessons before {occasion} in {city}',
  'lessons.event.intro':
    'Doing your own for {occasion}? An artist shows you what to keep, what to skip and in which order, with what you own.',
  'lessons.event.description':
    'Learn your own look for {occasion} with an artist in {city}, one to one or with friends, with your own products.',
  'hair.event.title': 'Hair stylists for {occasion} in {city}',
  'hair.event.intro':
    'Updos, braids, curls and blow-dries for {occasion}. Say who wants what and when you leave the house.',
  'hair.event.description':
    'Hair for {occasion} in {city}: updos, braids, silk press, curls and blow-dries, ready by the time you choose.',
  'other.event.title': '{category} for {occasion} in {city}',
  'other.event.intro': '{category} for {occasion}. Say who wants what and by when.',
  'other.event.description': '{category} for {occasion} in {city}: who is free, and one price for everyone.',
  'engagement.faq.q': 'Can the same artist do the wedding later?',
  'engagement.faq.a':
    'Yes, if they are free that day. Save their profile, and ask for the wedding date as its own search.',
  'mehndi.faq.q': 'Can one booking cover the whole family?',
  'mehndi.faq.a':
    'Yes. Add everyone with their own services; artists with assistants can work on several people at a time.',
  'graduation.faq.q': 'How early can we be done?',
  'graduation.faq.a': 'Say the minute that you have to leave. Artists whose hours do not reach it are not shown.',
  'birthday.faq.q': 'Can everyone have something different?',
  'birthday.faq.a':
    'Yes. Add each person with their own look; equal looks are counted together, and the price is one for all of you.',
  'corporate.faq.q': 'Can we be invoiced?',
  'corporate.faq.a':
    'The deposit has a receipt to print, with your name on it. Ask your artist for a bill for the balance in a message.',
  'halloween.faq.q': 'Do artists come late in the evening?',
  'halloween.faq.a':
    'Those who work late show up for late times. A time before 5 AM counts as the night after your date.',
  'eid.faq.q': 'The date is not certain yet. What now?',
  'eid.faq.a':
    'Search for the likelier day and say so in your note. Moving is a proposal that your artist accepts, and the deposit comes along.',
  'diwali.faq.q': 'Can the same artist drape saris?',
  'diwali.faq.a': 'Add sari draping to whoever needs it: only artists who do everything you chose are shown.',
  'races.faq.q': 'Can someone start before the early train?',
  'races.faq.a': 'Many artists start at 5 AM. An early start is a line in the price, shown before you book.',
  'quinceanera.faq.q': 'Who sits first?',
  'quinceanera.faq.a':
    'The plan puts the longest look last, so that it is freshest. You can change the order on the run sheet.',
} as const satisfies Catalogue
