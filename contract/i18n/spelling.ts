import type { Country } from '#contract/words.ts'

const northAmerican: readonly [RegExp, string][] = [
  [/\b(organ|recogn|author)is(e|ed|es|ing|ation)\b/gi, '$1iz$2'],
  [/\b(anal)ys(e|ed|ing)\b/gi, '$1yz$2'],
  [/\bdiary\b/g, 'calendar'],
  [/\bDiary\b/g, 'Calendar'],
  [/\b(j)ewellery\b/gi, '$1ewelry'],
  [/\b(m)oisturiser/gi, '$1oisturizer'],
  [/\b(u)nrecognisable\b/gi, '$1nrecognizable'],
  [/\ba socket\b/g, 'an outlet'],
  [/\bturn(s|ed)? up\b/g, 'show$1 up'],
]

const american: readonly [RegExp, string][] = [
  ...northAmerican,
  [/\b(c)olour/gi, '$1olor'],
  [/\b(g)rey\b/gi, '$1ray'],
  [/\b(c)entre/gi, '$1enter'],
  [/\b(f)avour/gi, '$1avor'],
  [/\b(n)eighbourhood/gi, '$1eighborhood'],
  [/\b(c)ancelled\b/gi, '$1anceled'],
  [/\b(t)ravell(ed|ing)\b/gi, '$1ravel$2'],
  [/\b(l)abelled\b/gi, '$1abeled'],
  [/\b(f)avourite/gi, '$1avorite'],
  [/\b(l)icence/gi, '$1icense'],
  [/\bpostcode/g, 'ZIP code'],
  [/\bPostcode/g, 'ZIP code'],
  [/\b(p)ractis(e|ed|es|ing)\b/gi, '$1ractic$2'],
]

const canadian: readonly [RegExp, string][] = [
  ...northAmerican,
  [/\bpostcode/g, 'postal code'],
  [/\bPostcode/g, 'Postal code'],
]

const spellings: Record<Country, readonly [RegExp, string][]> = { GB: [], AU: [], US: american, CA: canadian }

/** Returns a British English text in the spelling of a country. */
export function localiseSpelling(text: string, country: Country): string {
  return spellings[country].reduce((said, [pattern, by]) => said.replace(pattern, by), text)
}
