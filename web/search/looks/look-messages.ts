import { defineMessages } from '#contract/i18n/messages.ts'

export const lookMessages = defineMessages({
  'look.meta.title': 'Your look · Primp',
  'look.title': 'Your look',
  'look.text': "Choose as many tags as you like. Each artist's card will show their closest matching picture first.",
  'look.private':
    'Only you, and artists you book or send a request to, can see this. We use only the tags you choose and do not analyse pictures.',
  'look.freeOf': 'Products must not contain',
  'look.freeOf.text': 'Artists will see this with your request. It does not change which artists you see.',
  'look.save': 'Save and see quotes',
  'look.clear': 'Clear all',
  'look.back': 'Back to quotes',
  'look.done': { fixed: 'Done {n} looks like this' },
  'look.done.one': { fixed: 'Done 1 look like this' },
  'look.hair': 'Hair like yours: {proof}',
  'look.hair.pictures': '{n, plural, one {1 picture} other {{n} pictures}}',
  'look.hair.reviews': '{n, plural, one {1 review} other {{n} reviews}}',
  'look.why': 'Their closest match is shown first. It shares these tags with your look: {tags}.',
  'look.why.still': "Your look does not change any artist's position.",
  'look.begin': 'Find artists near you who do this',
  'look.begin.text':
    "Choose a place, date and services to see who is free. You will see one price for the group and each artist's closest match.",
  'look.filter': 'Experience with hair like mine',
  'look.filter.show': 'Show artists with experience of hair like mine',
  'look.pictures': 'Pictures',
  'look.pictures.text':
    "Add up to {n} pictures of yourself, a look you like or an artist's work from the gallery. Only you and the artists you send a request to can see them.",
  'look.pictures.add': 'Add your own pictures',
  'look.pictures.remove': 'Remove picture {n}',
  'look.pictures.by': 'By {name}',
  'look.pictures.count': '{n, plural, =0 {No pictures yet.} one {1 picture.} other {{n} pictures.}}',
  'look.pictures.signIn': 'Log in to add your own pictures.',
  'look.pictures.signIn.act': 'Log in',
  'look.inMind.freeOf': 'Products must not contain: {list}.',
  'look.try': "A customer's look",
  'look.try.text':
    "This customer's tags decide which picture your card shows first and how many similar looks it counts. They do not change your position.",
  'look.tagged':
    '{n, plural, =0 {None of your {all} pictures has tags yet, so customers cannot find them by look.} one {1 of your {all} pictures has tags.} other {{n} of your {all} pictures have tags.}}',
  'look.tagged.nothing': 'None of your pictures has matching tags.',
  'look.tagged.act': 'Tag your pictures',
  'look.rule': 'How we compare looks',
})
