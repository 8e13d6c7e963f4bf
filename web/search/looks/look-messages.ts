import type { Catalogue } from '#contract/words.ts'

export const lookMessages = {
  'look.meta.title': 'The look you have in mind · Primp',
  'look.title': 'The look you have in mind',
  'look.text':
    'Choose what fits, as much or as little as you like. Each artist’s card then begins with their work that is closest to it.',
  'look.private':
    'You see this, and the artists you ask or book. Nothing is guessed from pictures: what is not chosen is not known.',
  'look.freeOf': 'Products must be free of',
  'look.freeOf.text': 'Artists you ask read this with your request. It does not change who is shown.',
  'look.save': 'Save and see the quotes',
  'look.clear': 'Take it all off',
  'look.back': 'Back to the quotes',
  'look.done': { fixed: 'Done {n} looks like this' },
  'look.done.one': { fixed: 'Done 1 look like this' },
  'look.hair': 'Hair like yours: {proof}',
  'look.hair.pictures': { one: '1 picture', other: '{n} pictures' },
  'look.hair.reviews': { one: '1 review', other: '{n} reviews' },
  'look.why': 'Their closest work comes first on the card. It has this in common with your look: {tags}.',
  'look.why.still': 'A look moves nobody’s position.',
  'look.begin': 'Artists who did this, near you',
  'look.begin.text':
    'Say where, when and for whom: you see who is free and one price for everyone, each artist with their work that is closest to this.',
  'look.filter': 'Proven on hair like mine',
  'look.filter.show': 'Show artists proven on hair like mine',
  'look.pictures': 'Pictures',
  'look.pictures.text':
    'Up to {n}: of yourself, of a look you like, or an artist’s work out of the gallery. You and the artists you ask see them.',
  'look.pictures.add': 'Add pictures of your own',
  'look.pictures.remove': 'Take picture {n} off',
  'look.pictures.by': 'By {name}',
  'look.pictures.count': { zero: 'No pictures yet.', one: '1 picture.', other: '{n} pictures.' },
  'look.pictures.signIn': 'Pictures of your own are kept with your account.',
  'look.pictures.signIn.act': 'Log in and come back here',
  'look.inMind.freeOf': 'Products must be free of: {list}.',
  'look.try': 'A look they have in mind',
  'look.try.text':
    'Tags of this customer decide which of your pictures comes first, and how many ‘looks like this’ your card counts. They do not change your position.',
  'look.tagged': {
    zero: 'None of your {all} pictures carries a tag yet, so none can be found by a look.',
    one: '1 of your {all} pictures carries tags.',
    other: '{n} of your {all} pictures carry tags.',
  },
  'look.tagged.nothing': 'None of your pictures looks like this by its tags.',
  'look.tagged.act': 'Tag your pictures',
  'look.rule': 'How looks are compared',
} as const satisfies Catalogue
