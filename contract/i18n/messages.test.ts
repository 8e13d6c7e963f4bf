import { afterEach, describe, expect, test } from 'vitest'
import { createTranslate, loadTranslation, setLanguage } from './language.ts'
import { createTranslator, defineMessages, formatMessage, type Messages } from './messages.ts'
import { localiseSpelling } from './spelling.ts'

describe('Messages', () => {
  test('running text has the spelling of the country', () => {
    const text = 'Your diary, your neighbourhood, the colour you recognise; travelling, authorised; try a postcode.'
    expect(localiseSpelling(text, 'GB')).toBe(text)
    expect(localiseSpelling(text, 'US')).toBe(
      'Your calendar, your neighborhood, the color you recognize; traveling, authorized; try a ZIP code.',
    )
    expect(localiseSpelling(text, 'CA')).toBe(
      'Your calendar, your neighbourhood, the colour you recognize; travelling, authorized; try a postal code.',
    )
    for (const country of ['US', 'CA'] as const)
      expect(localiseSpelling('A table, a socket. They did not turn up.', country)).toBe(
        'A table, an outlet. They did not show up.',
      )
  })

  test('a fixed label is identical in every country', () => {
    expect(formatMessage({ fixed: 'Cancelled' }, {}, 'US')).toBe('Cancelled')
    expect(formatMessage('It was cancelled.', {}, 'US')).toBe('It was canceled.')
  })

  test('a country with its own text uses it', () => {
    const prom = { text: 'Prom hair in {city}', AU: 'Formal hair in {city}' }
    expect(formatMessage(prom, { city: 'Perth' }, 'AU')).toBe('Formal hair in Perth')
    expect(formatMessage(prom, { city: 'Leeds' }, 'GB')).toBe('Prom hair in Leeds')
  })

  test('a count chooses its plural form and gets separators', () => {
    const t = createTranslator(
      defineMessages({ reviews: '{n, plural, =0 {No reviews yet} one {1 review} other {{n} reviews}}' }),
    )
    expect([0, 1, 14718].map((n) => t('reviews', { n }))).toEqual(['No reviews yet', '1 review', '14,718 reviews'])
  })

  test.each([undefined, null, '', '  '])('a part is left out if its value is %j', (empty) => {
    const text = 'Say when{name, select, undefined {} other {, {name}}}.'
    expect(formatMessage(text, { name: empty })).toBe('Say when.')
    expect(formatMessage(text, { name: '{x}' })).toBe('Say when, {x}.')
  })

  test('a value that ends with a full stop gets no second one', () => {
    expect(formatMessage('Sold by {name}. Thank you.', { name: 'Leila Inc.' })).toBe('Sold by Leila Inc. Thank you.')
  })

  test('a message with wrong syntax and an unknown key are errors', () => {
    expect(() => formatMessage('Hello {name')).toThrow()
    expect(() => createTranslator({} as Messages)('none')).toThrow("No message has the key 'none'.")
  })
})

describe('Translations', () => {
  afterEach(() => setLanguage('en'))

  test('a message is shown in the current language, or in English if it has no translation', () => {
    const t = createTranslator(defineMessages({ hello: 'Hello', bye: 'Good bye' }), 'CA')
    loadTranslation('fr', createTranslate({ Hello: 'Bonjour' }))
    setLanguage('fr')
    expect([t('hello'), t('bye')]).toEqual(['Bonjour', 'Good bye'])
    setLanguage('en')
    expect(t('hello')).toBe('Hello')
  })

  test('the plural forms are those of the language', () => {
    const artists = defineMessages({ artists: '{n, plural, one {1 artist} other {{n} artists}}' })
    loadTranslation('fr', () => [['n', 'plural', { one: [['n'], ' artiste'], other: [['n'], ' artistes'] }]])
    setLanguage('fr')
    expect([0, 1, 2].map((n) => createTranslator(artists, 'CA')('artists', { n }))).toEqual([
      '0 artiste',
      '1 artiste',
      '2 artistes',
    ])
  })
})
