import type { Catalogue } from '#contract/words.ts'

/** What a landing page says for an occasion. */
export const eventWords = {
  'wedding.label': 'Weddings',
  'wedding.title': 'Wedding hair and makeup in {city}',
  'wedding.intro':
    'The ceremony has a time, so the morning has a plan. Add everyone who wants a chair, say when the first car leaves, and see which artists can have all of you ready.',
  'wedding.description':
    'Bridal hair and makeup in {city} for the whole party. One price, one run sheet, ready by the time you choose.',
  'prom.label': { text: 'Prom', AU: 'Formal' },
  'prom.title': { text: 'Prom hair and makeup in {city}', AU: 'Formal hair and makeup in {city}' },
  'prom.intro':
    'Photographs at five, car at six. One search covers every friend who is getting ready in the same house, and each can have a different look.',
  'prom.description': {
    text: 'Prom hair and makeup at home in {city}, alone or with friends. See who is free and what it costs.',
    AU: 'Formal hair and makeup at home in {city}, alone or with friends. See who is free and what it costs.',
  },
  'party.label': 'Party',
  'party.title': 'Party hair and makeup in {city}',
  'party.intro':
    'A birthday, a leaving do, a big Friday. Say when you want to walk out of the door; an artist comes to you before that.',
  'party.description':
    'Hair, makeup and nails for a party in {city}, at home or at the hotel, ready when you are leaving.',
  'photo-shoot.label': 'Photo shoot',
  'photo-shoot.title': 'Hair and makeup for a photo shoot in {city}',
  'photo-shoot.intro':
    'Call times are early and light is strict. Choose artists who list editorial or camera work, and see the minute they would arrive.',
  'photo-shoot.description':
    'Hair and makeup artists for photo shoots in {city}. Early starts, several faces, one total price.',
  'engagement.label': 'Engagement',
  'engagement.title': 'Engagement hair and makeup in {city}',
  'engagement.intro':
    'The party, the pictures or both. Book the same artist you might want for the wedding and see how the look wears.',
  'engagement.description': 'Hair and makeup for engagement parties and pictures in {city}.',
  'mehndi.label': 'Mehndi',
  'mehndi.title': 'Hair and makeup for a mehndi in {city}',
  'mehndi.intro':
    'Sisters, cousins, aunts. Say how many and who wants what, and see artists who know the jewellery, the drape and the hours.',
  'mehndi.description': 'Mehndi hair and makeup in {city} for the whole family, with one price and one plan.',
  'graduation.label': 'Graduation',
  'graduation.title': 'Graduation hair and makeup in {city}',
  'graduation.intro':
    'Hair that stays under a cap and skin that looks right in daylight. Morning ceremonies start early, so say the time and we count back.',
  'graduation.description': 'Graduation hair and makeup in {city}, ready before the ceremony.',
  'birthday.label': 'Birthday',
  'birthday.title': 'Birthday hair and makeup in {city}',
  'birthday.intro':
    'A dinner, a dance floor, a number you may or may not mention. Say when the first guest comes and who else would like a chair.',
  'birthday.description':
    'Birthday hair, makeup and lashes in {city} for you and whoever comes early. One price, ready before the first guest.',
  'corporate.label': 'Corporate event',
  'corporate.title': 'Hair and makeup for a corporate event in {city}',
  'corporate.intro':
    'Speakers, a panel, a photographer in the foyer. Add everyone who goes on stage, say when the doors open, and get one price and one plan for the room.',
  'corporate.description':
    'Hair and makeup on site in {city} for speakers, teams and award nights. Several faces, one total price, done before the doors open.',
  'halloween.label': 'Halloween',
  'halloween.title': 'Halloween makeup in {city}',
  'halloween.intro':
    'Scales, stitches, skulls or one very good vampire. Say who is coming as what and when the door opens; artists who list special effects bring the right glue.',
  'halloween.description':
    'Halloween and special effects makeup in {city} for one or for the whole flat. See who is free on the night and what it costs.',
  'eid.label': 'Eid',
  'eid.title': 'Eid hair, makeup and mehndi in {city}',
  'eid.intro':
    'Mehndi the evening before, faces in the morning, everyone out of the door for prayers. Add each person with what they would like and say when you leave.',
  'eid.description':
    'Mehndi, makeup and hijab styling for Eid in {city}, for the whole family, with one price and one plan.',
  'diwali.label': 'Diwali',
  'diwali.title': 'Diwali hair and makeup in {city}',
  'diwali.intro':
    'Saris to drape, eyes to line, lamps to light by dusk. Say when the guests come and see which artists can have all of you ready.',
  'diwali.description':
    'Diwali makeup, hair and sari draping in {city} for the whole house, ready before the lamps are lit.',
  'races.label': 'Race day',
  'races.title': 'Race day hair and makeup in {city}',
  'races.intro':
    'A hat that has to sit and a face that has to last from the first race to the train home. Early trains mean early starts, so say the time and we count back.',
  'races.description':
    'Race day hair and makeup in {city}: updos that hold a hat, looks that last until the train home.',
  'quinceanera.label': 'Quinceañera',
  'quinceanera.title': 'Quinceañera hair and makeup in {city}',
  'quinceanera.intro':
    'One crown, a court of fourteen, a mother who cries before Mass. Add everyone who wants a chair and see which artists can have all of you ready.',
  'quinceanera.description':
    'Quinceañera hair and makeup in {city} for her, the court and the family. One price, one plan, ready before Mass.',
  'wedding.faq.q': 'Who should sit first?',
  'wedding.faq.a':
    'The person with the longest look is usually last, so that it is freshest. The run sheet suggests an order and you can change it.',
  'prom.faq.q': 'Can a parent book for a group?',
  'prom.faq.a': 'Yes. One person books and pays the deposit. Everyone under 16 should have an adult at the address.',
  'party.faq.q': 'Is tonight possible?',
  'party.faq.a': 'Often. Artists say how much notice they need; close to the start only Instant Book is shown.',
  'photo-shoot.faq.q': 'Can the artist stay for touch-ups?',
  'photo-shoot.faq.a':
    'Ask in a message with your request. If it takes longer, the artist can answer with an offer that includes the time.',
} as const satisfies Catalogue
