import { defineMessages } from '#contract/i18n/messages.ts'

export const eventTexts = defineMessages({
  'wedding.label': 'Weddings',
  'wedding.title': 'Wedding hair and makeup {inCity}',
  'wedding.intro':
    'The ceremony has a time, so the morning has a plan. Add everyone who wants to be made up, tell us when the first car leaves, and see which artists can have all of you ready.',
  'wedding.description':
    'Bridal hair and makeup {inCity} for the whole party. One price, one run sheet, ready by the time you choose.',
  'prom.label': { text: 'Prom', AU: 'Formal' },
  'prom.title': { text: 'Prom hair and makeup {inCity}', AU: 'Formal hair and makeup {inCity}' },
  'prom.intro':
    'Photographs at five, car at six. One search covers every friend who is getting ready in the same house, and each can have a different look.',
  'prom.description': {
    text: 'Prom hair and makeup at home {inCity}, alone or with friends. See who is free and what it costs.',
    AU: 'Formal hair and makeup at home {inCity}, alone or with friends. See who is free and what it costs.',
  },
  'party.label': 'Party',
  'party.title': 'Party hair and makeup {inCity}',
  'party.intro':
    'A birthday, a farewell, a big Friday night. Tell us when you want to leave, and an artist comes to you before then.',
  'party.description':
    'Hair, makeup and nails for a party {inCity}, at home or at the hotel, ready when you are leaving.',
  'photo-shoot.label': 'Photo shoot',
  'photo-shoot.title': 'Hair and makeup for a photo shoot {inCity}',
  'photo-shoot.intro':
    'Call times are early and the light will not wait. Choose artists who list editorial or camera work, and see exactly when they would arrive.',
  'photo-shoot.description':
    'Hair and makeup artists for photo shoots {inCity}. Early starts, several faces, one total price.',
  'engagement.label': 'Engagement',
  'engagement.title': 'Engagement hair and makeup {inCity}',
  'engagement.intro':
    'The party, the pictures or both. Book the artist you might want for the wedding, and see how well the look lasts.',
  'engagement.description': 'Hair and makeup for engagement parties and pictures {inCity}.',
  'mehndi.label': 'Mehndi',
  'mehndi.title': 'Hair and makeup for a mehndi {inCity}',
  'mehndi.intro':
    'Sisters, cousins, aunts. Tell us how many people are coming and who wants what. See artists who know the jewellery, the drape and the hours.',
  'mehndi.description': 'Mehndi hair and makeup {inCity} for the whole family, with one price and one plan.',
  'graduation.label': 'Graduation',
  'graduation.title': 'Graduation hair and makeup {inCity}',
  'graduation.intro':
    'Hair that stays under a cap and skin that looks right in daylight. Morning ceremonies start early, so tell us the time and we will count back from it.',
  'graduation.description': 'Graduation hair and makeup {inCity}, ready before the ceremony.',
  'birthday.label': 'Birthday',
  'birthday.title': 'Birthday hair and makeup {inCity}',
  'birthday.intro':
    'A dinner, a dance floor, a number you may or may not mention. Tell us when the first guest arrives and who else would like to be made up.',
  'birthday.description':
    'Birthday hair, makeup and lashes {inCity} for you and your friends. One price, ready before the first guest.',
  'corporate.label': 'Corporate event',
  'corporate.title': 'Hair and makeup for a corporate event {inCity}',
  'corporate.intro':
    'Speakers, a panel, a photographer in the foyer. Add everyone who goes on stage, tell us when the doors open, and get one price and one plan for everyone.',
  'corporate.description':
    'Hair and makeup on site {inCity} for speakers, teams and award nights. Several faces, one total price, done before the doors open.',
  'halloween.label': 'Halloween',
  'halloween.title': 'Halloween makeup {inCity}',
  'halloween.intro':
    'Scales, stitches, skulls or one very good vampire. Tell us who is coming as what and when you need to be ready. Artists who list special effects bring the right glue.',
  'halloween.description':
    'Halloween and special effects makeup {inCity} for one person or the whole household. See who is free on the night and what it costs.',
  'eid.label': 'Eid',
  'eid.title': 'Eid hair, makeup and mehndi {inCity}',
  'eid.intro':
    'Mehndi the evening before, makeup in the morning, everyone ready in time for prayers. Add each person with what they would like and tell us when you leave.',
  'eid.description':
    'Mehndi, makeup and hijab styling for Eid {inCity}, for the whole family, with one price and one plan.',
  'diwali.label': 'Diwali',
  'diwali.title': 'Diwali hair and makeup {inCity}',
  'diwali.intro':
    'Saris to drape, eyes to line, lamps to light by dusk. Tell us when the guests arrive and see which artists can have all of you ready.',
  'diwali.description':
    'Diwali makeup, hair and sari draping {inCity} for the whole household, ready before the lamps are lit.',
  'races.label': 'Race day',
  'races.title': 'Race day hair and makeup {inCity}',
  'races.intro':
    'A hat that has to stay on and a face that has to last from the first race to the train home. Early trains mean early starts, so tell us the time and we will count back from it.',
  'races.description':
    'Race day hair and makeup {inCity}: updos that hold a hat, looks that last until the train home.',
  'quinceanera.label': 'Quinceañera',
  'quinceanera.title': 'Quinceañera hair and makeup {inCity}',
  'quinceanera.intro':
    'One crown, a court of fourteen, a mother who cries before Mass. Add everyone who wants to be made up and see which artists can have all of you ready.',
  'quinceanera.description':
    'Quinceañera hair and makeup {inCity} for her, the court and the family. One price, one plan, ready before Mass.',
  'wedding.faq.q': 'Who should go first?',
  'wedding.faq.a':
    'The person whose look takes longest usually goes last, so that it is freshest. The run sheet suggests an order and you can change it.',
  'prom.faq.q': 'Can a parent book for a group?',
  'prom.faq.a': 'Yes. One person books and pays the deposit. Everyone under 16 should have an adult at the address.',
  'party.faq.q': 'Is tonight possible?',
  'party.faq.a':
    'Often. Each artist sets how much notice they need. Close to the start, you only see artists with Instant Book.',
  'photo-shoot.faq.q': 'Can the artist stay for touch-ups?',
  'photo-shoot.faq.a':
    'Ask in the note with your request. If it takes longer, the artist can reply with an offer that includes the extra time.',
})

export const occasionTexts = defineMessages({
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
  'wedding.how':
    'Give each person their own look: the bride, two bridesmaids, a mother. Identical looks are counted together, so three updos are one line.',
  'engagement.how':
    'Add both of you, and the parents if they are in the pictures too. Identical looks are counted together, and there is one price for everyone.',
  'mehndi.how':
    'Give each guest their own look. Identical looks are counted together, so five aunts with the same hair are one line.',
  'prom.how':
    'Give each friend their own look, all at one address. Identical looks are counted together, and there is one price for all of you.',
  'party.how': 'Going out with others? Add them. Everyone has their own look, and you are all ready at the same time.',
  'birthday.how':
    'Add everyone who is getting ready with you. Everyone has their own look, and there is one price for all of you.',
  'photo-shoot.how':
    'Add each model with the look on your call sheet, and use the time of the first shot as your ready-by time.',
  'graduation.how':
    'Add your family if they want to be ready for the photographs too, and choose the time when you leave for the ceremony.',
  'corporate.how':
    'Add one person for each face on stage or in front of the camera. Colleagues with the same look are one line.',
  'halloween.how':
    'Give each costume its own line and describe it in your note, so that the artist brings what it needs.',
  'eid.how':
    'Add everyone with what they would like: mehndi, makeup, a hijab style. For mehndi the evening before, start another search.',
  'diwali.how':
    'Add everyone with what they would like: makeup, hair, a sari to drape. Identical looks are counted together.',
  'races.how':
    'Say in your note what kind of hat you will wear, and choose the time of your train or car as your ready-by time.',
  'quinceanera.how': 'Add the quinceañera, her court and her family. A court with the same updo is one line.',
  'event.wedding.trial': 'Want a trial first? If your artist offers one, you can add it when you book.',
  'nails.event.title': 'Nails for {occasion} {inCity}',
  'nails.event.intro':
    'Nails for {occasion}, at home or in a studio. Add everyone who wants their nails done and tell us when the last set has to be dry.',
  'nails.event.how':
    'Add everyone who wants their nails done, with what they would like. Identical sets are counted together.',
  'nails.event.description':
    'Gel, manicures and nail art for {occasion} {inCity}, at home or in a studio. One price for everyone, done by the time you choose.',
  'lessons.event.title': 'Makeup and hair lessons before {occasion} {inCity}',
  'lessons.event.intro':
    'Doing your own hair or makeup for {occasion}? An artist shows you what to keep, what to skip and in which order, with the products you own.',
  'lessons.event.how':
    'Add each friend who wants to learn. Choose a date a few weeks before {occasion}, so that you have time to practise.',
  'lessons.event.description':
    'Learn to do your own look for {occasion} with an artist {inCity}, one to one or with friends, with your own products.',
  'hair.event.title': 'Hair stylists for {occasion} {inCity}',
  'hair.event.intro':
    'Updos, braids, curls and blow-dries for {occasion}. Tell us who wants what and when you leave the house.',
  'hair.event.description':
    'Hair for {occasion} {inCity}: updos, braids, silk press, curls and blow-dries, ready by the time you choose.',
  'other.event.title': '{category} for {occasion} {inCity}',
  'other.event.intro': '{category} for {occasion}. Tell us who wants what and by when.',
  'other.event.how': 'Add everyone with what they would like for {occasion}, and choose when you need to be ready.',
  'other.event.description': '{category} for {occasion} {inCity}: who is free, and one price for everyone.',
  'engagement.faq.q': 'Can the same artist do the wedding later?',
  'engagement.faq.a': 'Yes, if they are free that day. Save their profile, and search for the wedding date separately.',
  'mehndi.faq.q': 'Can one booking cover the whole family?',
  'mehndi.faq.a':
    'Yes. Add everyone with their own services. Artists with assistants can work on several people at a time.',
  'graduation.faq.q': 'How early can we be ready?',
  'graduation.faq.a': 'Choose the time when you need to leave. We only show artists who start early enough.',
  'birthday.faq.q': 'Can everyone have something different?',
  'birthday.faq.a':
    'Yes. Add each person with their own look. Identical looks are counted together, and there is one price for all of you.',
  'corporate.faq.q': 'Can we be invoiced?',
  'corporate.faq.a':
    'You get a printable receipt for the deposit, with your name on it. Message your artist to ask for an invoice for the balance.',
  'halloween.faq.q': 'Do artists come late in the evening?',
  'halloween.faq.a':
    'Some do. If you choose a late time, you see the artists who work late. A time before 5 AM means the early hours of the next day.',
  'eid.faq.q': 'The date is not certain yet. What now?',
  'eid.faq.a':
    'Search for the more likely day and say so in your note. You can suggest another day later. If your artist accepts, your deposit moves with the booking.',
  'diwali.faq.q': 'Can the same artist drape saris?',
  'diwali.faq.a': 'Add sari draping for everyone who needs it. We only show artists who offer everything you chose.',
  'races.faq.q': 'Can someone start before the early train?',
  'races.faq.a': 'Many artists start at 5 AM. Any early start fee is in the price you see before you book.',
  'quinceanera.faq.q': 'Who goes first?',
  'quinceanera.faq.a':
    'The plan puts the look that takes longest last, so that it is freshest. You can change the order on the run sheet.',
})

export const londonTexts = defineMessages({
  'london.seoTitle': 'Hair and makeup artists in London, makeup from £30 · Primp',
  'london.title': 'Find Hair And Makeup Artists In London',
  'london.description':
    'Most bookings cost £65 to £257 (117 sample prices). Rated 4.9 from 14,718 reviews. Tell us when you need to be ready and see one price for the whole group.',
  'london.score': '4.9 from 14,718 reviews',
  'london.price': '117 offers, £65 to £257',
  'london.intro':
    'From Richmond to Leyton, artists cross London with a case and a ring light. Tell us where you are, who needs what and by when.',
  'london.faq.price.q': 'How much does a makeup artist cost in London?',
  'london.faq.price.a':
    'Makeup starts from £30, and makeup plus hair from £50. Most bookings cost £65 to £257 (117 sample prices).',
  'london.faq.ahead.q': 'How far ahead should I book?',
  'london.faq.ahead.a': 'Top artists are booked 6 to 10 months ahead, and summer Saturdays go first.',
  'london.faq.mobile.q': 'Do artists come to my home or venue?',
  'london.faq.mobile.a':
    'Yes. Most London artists are mobile, and travel is part of the price you see. Some have a studio you can visit.',
  'london.faq.parking.q': 'What about parking and the congestion charge?',
  'london.faq.parking.a':
    'Tell your artist at checkout where to park or which station is closest. Anything they charge for travel is in the price you see before you book.',
})
