import { expect, test } from 'vitest'
import { formatCountryCookie, detectVisitorCountry, parseCountryCookie } from './visitor-country.ts'

test.each([
  [undefined, undefined, 'AU'],
  [undefined, 'en-GB,en;q=0.9', 'GB'],
  [undefined, 'fr-FR,fr;q=0.9,en-CA;q=0.4,en-US;q=0.8', 'US'],
  [undefined, 'fr-CA', 'CA'],
  [undefined, 'de', 'AU'],
  ['a=b; primp_country=US', 'en-GB', 'US'],
  ['primp_country=CA!; x=y', 'en-GB', 'CA'],
  ['primp_country=FR', 'en-GB', 'GB'],
  ['not_primp_country=US', 'en-GB', 'GB'],
])('cookies %s and languages %s are of %s', (cookies, languages, country) => {
  expect(detectVisitorCountry(cookies, languages)).toBe(country)
})

test('a chosen country is distinguished from the country of the page only visited', () => {
  expect(parseCountryCookie(formatCountryCookie('GB', true).split(';')[0])).toEqual({ country: 'GB', chosen: true })
  expect(parseCountryCookie(formatCountryCookie('GB', false).split(';')[0])).toEqual({ country: 'GB', chosen: false })
})
