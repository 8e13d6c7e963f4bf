import { createTranslator, defineMessages } from './messages.ts'

const countMessages = defineMessages({
  people: '{n, plural, one {1 person} other {{n} people}}',
  services: '{n, plural, one {1 service} other {{n} services}}',
  artists: '{n, plural, one {1 artist} other {{n} artists}}',
  quotes: '{n, plural, one {1 quote} other {{n} quotes}}',
  reviews: '{n, plural, one {1 review} other {{n} reviews}}',
})

const t = createTranslator(countMessages)

/** Returns a number with its noun in the current language: 1 person, 5 people. */
export const countOf = (noun: keyof typeof countMessages, n: number): string => t(noun, { n })
