import { describe, expect, test } from 'vitest'
import { formatCount, lowercaseFirst, formatYou, createTranslator, formatPhrase, localiseSpelling } from './words.ts'

describe('Texts', () => {
  test('running text takes the spelling of the country', () => {
    const text = 'Your diary, your neighbourhood, the colour you recognise; travelling, authorised; try a postcode.'
    expect(localiseSpelling(text, 'GB')).toBe(text)
    expect(localiseSpelling(text, 'US')).toBe(
      'Your calendar, your neighborhood, the color you recognize; traveling, authorized; try a ZIP code.',
    )
    expect(localiseSpelling(text, 'CA')).toBe(
      'Your calendar, your neighbourhood, the colour you recognize; travelling, authorized; try a postal code.',
    )
  })

  test('a fixed label is identical in every country', () => {
    expect(formatPhrase({ fixed: 'Cancelled' }, {}, 'US')).toBe('Cancelled')
    expect(formatPhrase('It was cancelled.', {}, 'US')).toBe('It was canceled.')
  })

  test('a country with its own texts uses them', () => {
    const prom = { text: 'Prom hair in {city}', AU: 'Formal hair in {city}' }
    expect(formatPhrase(prom, { city: 'Perth' }, 'AU')).toBe('Formal hair in Perth')
    expect(formatPhrase(prom, { city: 'Leeds' }, 'GB')).toBe('Prom hair in Leeds')
  })

  test('a count chooses its plural form and gets separators', () => {
    const t = createTranslator({ reviews: { one: '1 review', other: '{n} reviews', zero: 'No reviews yet' } })
    expect([0, 1, 14718].map((n) => t('reviews', { n }))).toEqual(['No reviews yet', '1 review', '14,718 reviews'])
  })

  test('an optional part is left out if one of its values is missing or empty', () => {
    const price = '[[Makeup starts from {from}.]] [[Quotes run from {min} to {max}.]] Say when[[, {name}]].'
    expect(formatPhrase(price, { from: '£30.50', min: null })).toBe('Makeup starts from £30.50. Say when.')
    expect(formatPhrase(price, { min: '£1', max: '£2', name: 'Mr. {x} [[y]]' })).toBe(
      'Quotes run from £1 to £2. Say when, Mr. {x} [[y]].',
    )
    for (const empty of [undefined, null, '', '  '])
      expect(formatPhrase(price, { from: empty, min: empty, max: 1, name: empty })).toBe('Say when.')
  })

  test('a label inside a sentence begins with a small letter, unless it is a name', () => {
    expect(['Bridal hair', 'Christmas party', 'Eid'].map(lowercaseFirst)).toEqual([
      'bridal hair',
      'Christmas party',
      'Eid',
    ])
  })

  test('the wording depends on the size of the party', () => {
    expect([1, 2, 5, 20].map(formatYou)).toEqual(['you', 'both of you', 'all five of you', 'all twenty of you'])
    expect(formatCount(1, 'person', 'people')).toBe('1 person')
  })
})
