import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { markets } from '#contract/format.ts'
import { countries } from '#contract/words.ts'
import { buildSitemap } from './sitemap-xml.ts'

const paths = [
  {
    path: '/@/zoe-&-co',
    updatedAt: '2026-11-20',
    country: 'GB' as const,
    pictures: ['/pictures/7.svg?frame=tall&scene=2', 'https://cdn.example/pictures/uploads/a/640.webp'],
  },
  { path: '/content/help', updatedAt: '2026-11-02', country: null, pictures: [] },
]

/** Parses elements with attributes and text; throws for an unclosed one. */
function read(xml: string) {
  const found: { name: string; of: Record<string, string>; text: string }[] = []
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, of) => {
        open.push(name)
        found.push({ name, of, text: '' })
      },
      ontext: (text) => {
        const last = found.at(-1)
        if (last && text.trim()) last.text += text
      },
      onclosetag: (name, implied) => {
        if (implied && !/xhtml:link/.test(name)) throw new Error(`${name} was left open`)
        expect(open.pop()).toBe(name)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}

test('a sitemap lists the date, languages and pictures of each URL, complete and escaped', () => {
  const found = read(buildSitemap(paths, 'https://primp.example'))
  const texts = (name: string) => found.filter((element) => element.name === name).map(({ text }) => text)
  expect(texts('loc')).toEqual(['https://primp.example/@/zoe-&-co', 'https://primp.example/content/help'])
  expect(texts('lastmod')).toEqual(['2026-11-20', '2026-11-02'])
  expect(texts('image:loc')).toEqual([
    'https://primp.example/pictures/7.svg?frame=tall&scene=2',
    'https://cdn.example/pictures/uploads/a/640.webp',
  ])
  expect(found.filter(({ name }) => name === 'xhtml:link').map(({ of }) => [of['hreflang'], of['href']])).toEqual([
    ['en-GB', 'https://primp.example/@/zoe-&-co'],
    ...[...countries.map((country) => markets[country].locale), 'x-default'].map((language) => [
      language,
      'https://primp.example/content/help',
    ]),
  ])
  const [urlset] = found
  for (const prefix of ['xmlns', 'xmlns:xhtml', 'xmlns:image']) expect(urlset?.of[prefix]).toMatch(/^http/)
})
