import type { Catalogue } from '#contract/words.ts'

/** The built-in texts of the London page; its figures are sample data and stand only there. */
export const londonWords = {
  'london.seoTitle': 'Hair and makeup artists in London, makeup from £30 · Primp',
  'london.title': 'Find Hair And Makeup Artists In London',
  'london.description':
    'In the sample: 117 offers of whole bookings from £65 to £257, rated 4.9 from 14,718 reviews. Say when you need to be ready and see one price for the whole group.',
  'london.score': '4.9 from 14,718 reviews',
  'london.price': '117 offers, £65 to £257',
  'london.intro':
    'From Richmond to Leyton, artists cross London with a case and a ring light. Tell us which end you are at, who needs what and by when.',
  'london.faq.price.q': 'How much does a makeup artist cost in London?',
  'london.faq.price.a':
    'Makeup starts from £30, and makeup plus hair from £50. Whole bookings in the sample run from £65 to £257, with 117 offers.',
  'london.faq.ahead.q': 'How far ahead should I book?',
  'london.faq.ahead.a': 'Top artists are booked 6 to 10 months ahead, and summer Saturdays go first.',
  'london.faq.mobile.q': 'Do artists come to my home or venue?',
  'london.faq.mobile.a':
    'Yes. Most London artists are mobile, and travel is part of the price you see. Some have a studio you can visit.',
  'london.faq.parking.q': 'What about parking and the congestion charge?',
  'london.faq.parking.a':
    'Tell your artist at checkout where to park or which station is closest. Anything they charge for travel is in the price before you book.',
} as const satisfies Catalogue
