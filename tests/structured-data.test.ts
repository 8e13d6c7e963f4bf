import { expect, test } from 'vitest'
import { openRig } from '#server/test-rig.ts'
import { engineProblems, problemsOf, structuredDataOf, vocabularyProblems } from './structured-data.ts'

const pageOf = (...objects: object[]) =>
  `<!doctype html><html><head>${objects.map((json) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`).join('')}</head><body></body></html>`
const context = { '@context': 'https://schema.org' }

test('our checks reject structured data that search engines would reject', async () => {
  const nameless = pageOf({
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, item: 'http://localhost/' },
      { '@type': 'ListItem', position: 2, item: 'http://localhost/x' },
    ],
  })
  expect((await engineProblems(structuredDataOf(nameless, '/page'))).join()).toMatch(/name/)
  const whole = pageOf({
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'http://localhost/' },
      { '@type': 'ListItem', position: 2, name: 'London', item: 'http://localhost/x' },
    ],
  })
  expect(await problemsOf(structuredDataOf(whole, '/page'))).toEqual([])
})

test('unknown properties and types and wrong value types are rejected', async () => {
  const html = pageOf(
    { ...context, '@type': 'Service', name: 'Hair and makeup', priceFrom: 30 },
    { ...context, '@type': 'MakeupParlour', name: 'Hair and makeup' },
    {
      ...context,
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: 'How much?', acceptedAnswer: { '@type': 'Answer', text: { very: 'much' } } },
      ],
    },
    { ...context, '@type': 'Service', name: 'Hair and makeup', serviceType: 'Makeup' },
  )
  const problems = await vocabularyProblems(structuredDataOf(html, '/page'))
  expect(problems.filter((line) => line.startsWith('/page: ')).length).toBeGreaterThanOrEqual(3)
  expect(problems.join('\n')).toMatch(/priceFrom/)
  expect(problems.join('\n')).toMatch(/MakeupParlour/)
  expect(
    await vocabularyProblems(
      structuredDataOf(
        pageOf({ ...context, '@type': 'Service', name: 'Hair and makeup', serviceType: 'Makeup' }),
        '/page',
      ),
    ),
  ).toEqual([])
}, 60_000)

test('place pages pass both checks', async () => {
  const rig = await openRig()
  const links = [
    '/gb/makeup-hair-styling/london',
    '/gb/makeup-hair-styling/hackney/wedding',
    '/us/nails/new-york',
    '/au/makeup-hair-lessons/sydney/prom',
    '/gb/makeup-hair-styling/lerwick',
  ]
  const all = []
  for (const link of links)
    all.push(
      ...structuredDataOf(
        pageOf(...(await rig.call(`/v1/seo/gatsby/pages?link=${link}`)).body.data.seoPage.schemas),
        link,
      ),
    )
  expect(all).not.toEqual([])
  expect(await problemsOf(all)).toEqual([])
}, 120_000)
