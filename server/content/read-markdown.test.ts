import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugifyHeading, fillSlots, stripMarks, readMarkdown, findSlots } from './markdown.ts'
import { listDefaultTexts } from '#server/content/texts/default-texts.ts'
import { hasVersions } from './text-pages.ts'

const said = (source: string) => readMarkdown(source).problems.map(({ line, message }) => `${line}: ${message}`)

describe('Markdown of a text page', () => {
  test('Markdown becomes a title, headings, paragraphs, lists, tables, questions and pictures', () => {
    const { blocks, problems } = readMarkdown(
      '# Terms\n\nVersion *1*.\n\n## 1. Who is who\nPrimp is a place.\n\n- **You** book.\n- We plan.\n\n1. First\n2. Then\n\n| A | B |\n|---|---|\n| 1 | [two](/two) |\n\n**3. Why?**\nBecause.\nReally.\n\n![A brush](/pictures/pages/x/1200.webp)',
    )
    expect(problems).toEqual([])
    expect(blocks.map((block) => block.kind)).toEqual([
      'title',
      'paragraph',
      'heading',
      'paragraph',
      'list',
      'list',
      'table',
      'question',
      'picture',
    ])
    expect(blocks[1]).toEqual({ kind: 'paragraph', text: ['Version ', { em: '1' }, '.'] })
    expect(blocks[2]).toEqual({ kind: 'heading', text: '1. Who is who', id: '1-who-is-who' })
    expect(blocks[4]).toMatchObject({ ordered: false, items: [[{ strong: 'You' }, ' book.'], ['We plan.']] })
    expect(blocks[6]).toMatchObject({ rows: [[['1'], [{ link: 'two', to: '/two' }]]] })
    expect(blocks[7]).toEqual({ kind: 'question', question: 'Why?', answer: ['Because. Really.'], id: 'why' })
  })
  test('bold text within a longer line is not a question', () => {
    expect(
      readMarkdown('# T\n\n**Changed your mind at once?** Within 15 minutes.\n- All.').blocks.map(({ kind }) => kind),
    ).toEqual(['title', 'paragraph', 'list'])
  })

  test.each([
    ['<b>bold</b>', '3: HTML is not allowed on a page.'],
    ['One.\n\n<script>alert(1)</script>', '5: HTML is not allowed on a page.'],
    ['<!-- note -->', '3: HTML is not allowed on a page.'],
    ['> said', '3: a quotation is not allowed on a page.'],
    ['```\ncode\n```', '3: a block of code is not allowed on a page.'],
    ['Some `code`.', '3: code is not allowed on a page.'],
    ['One.\n\n---\n\nTwo.', '5: a horizontal line is not allowed on a page.'],
    [
      '[x](javascript:alert(1))',
      "3: 'javascript:alert(1)' is not an allowed address. Start with /, #, https:, mailto: or tel:.",
    ],
    ['[x](//evil.example)', "3: '//evil.example' is not an allowed address. Start with /, #, https:, mailto: or tel:."],
    [
      '[x](data:text/html,x)',
      "3: 'data:text/html,x' is not an allowed address. Start with /, #, https:, mailto: or tel:.",
    ],
    [
      '[x](http://plain.example)',
      "3: 'http://plain.example' is not an allowed address. Start with /, #, https:, mailto: or tel:.",
    ],
    ['[x](mailto:{supportEmail})', '3: A placeholder cannot be part of an address.'],
    ['[x](#nowhere)', '3: #nowhere is not a heading on this page.'],
    [
      '![x](https://elsewhere.example/a.png)',
      '3: Use a picture of this site, with an address that begins with /pictures/.',
    ],
    ['![](/pictures/site/hero-1.svg)', '3: Describe the picture between the square brackets.'],
    ['Words ![x](/pictures/site/hero-1.svg) here', '3: Put each picture in its own paragraph.'],
    ['### Too deep', '3: This heading skips a level: use ##.'],
    ['## A\n\n#### B', '5: Headings can have at most three levels (###).'],
    ['# Another', '3: A page has one title. Use ## for a section.'],
    ['## Same\n\n## Same', "1: Two headings or questions say 'Same'. Each one has to be different."],
    ['- one\n\n  two', '5: Each list item has to be a single paragraph.'],
    ['[x][y]\n\n[y]: /about', '3: a link without its address next to it is not allowed on a page.'],
  ])('%s is refused with its line number', (part, problem) => {
    expect(said(`# Title\n\n${part}`)).toContain(problem)
  })
  test('a text without a title is refused', () =>
    expect(said('Words.')).toEqual(['1: A page begins with its title: # and the text.']))

  test('no input leads to raw markup or an executable address', () => {
    const piece = fc.constantFrom(
      '<img src=x onerror=a>',
      '[a](javascript:b)',
      '[a](JaVaScRiPt:b)',
      '![a](data:x)',
      '**',
      '\n\n',
      '# ',
      '| a |\n|---|\n',
      '- ',
      '<javascript:a>',
      '&lt;script&gt;',
      '[a]( javascript:b )',
      '`',
      '\\',
      '{a}',
      'words',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 20 }), (parts) => {
        const { blocks } = readMarkdown(parts.join(''))
        const walk = (value: unknown): void => {
          if (typeof value !== 'object' || value === null) return
          if ('to' in value) expect(String(value.to)).toMatch(/^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i)
          for (const each of Object.values(value)) walk(each)
        }
        walk(blocks)
      }),
      { numRuns: process.env['PROVE'] ? 5_000 : 300 },
    )
  })
})

describe('Default texts', () => {
  test.each(listDefaultTexts().map((text) => [text.slug, text] as const))(
    '%s is valid and names only existing values',
    (_slug, { body, slots }) => {
      expect(readMarkdown(body).problems).toEqual([])
      expect(
        findSlots(body)
          .map(({ slot }) => slot)
          .filter((slot) => !slots.includes(slot)),
      ).toEqual([])
    },
  )
  // A changed text needs a new date and a change here. Versioned texts: tests/accepted-terms.test.ts.
  test('the default texts show the day of their last change', () => {
    expect(
      listDefaultTexts()
        .filter(({ slug }) => !hasVersions(`/content/${slug}`))
        .map(
          ({ slug, updated, body }) =>
            `${slug} ${updated} ${createHash('sha256').update(body).digest('hex').slice(0, 8)}`,
        ),
    ).toMatchInlineSnapshot(`
      [
        "about 2026-11-30 4dd21914",
        "help 2026-11-30 6601be50",
        "reviews 2026-11-30 320836d0",
        "gallery 2026-11-30 e0e5c56b",
        "cancellation 2026-11-30 524dd992",
        "ranking 2026-11-30 302ed666",
        "credits 2026-11-30 d650196e",
      ]
    `)
  })
  test('help has its 20 questions in 7 groups', () => {
    const { blocks } = readMarkdown(listDefaultTexts().find(({ slug }) => slug === 'help')?.body ?? '')
    expect(blocks.filter(({ kind }) => kind === 'question')).toHaveLength(20)
    expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))).toEqual([
      'Searching',
      'Booking',
      'Paying',
      'Changing plans',
      'After the day',
      'Artists',
      'Your account',
    ])
  })
})

describe('Values in texts', () => {
  const email = { text: 'team@primp.example', to: 'mailto:team@primp.example' }
  test('values fill the placeholders; a sentence whose value is missing is omitted', () => {
    expect(
      fillSlots('Run by {legalName}. Version {version} stands. Write to {supportEmail}.', {
        legalName: 'Primp Ltd',
        version: null,
        supportEmail: email,
      }),
    ).toBe('Run by Primp Ltd. Write to [team@primp.example](mailto:team@primp.example).')
  })
  test('a sentence names only the contact options that exist', () => {
    const line = 'Still stuck? Write to {supportEmail} or call {supportPhone}.'
    expect(fillSlots(line, { supportEmail: 'a', supportPhone: 'b' })).toBe('Still stuck? Write to a or call b.')
    expect(fillSlots(line, { supportEmail: 'a', supportPhone: null })).toBe('Still stuck? Write to a.')
    expect(fillSlots(line, { supportEmail: null, supportPhone: 'b' })).toBe('Still stuck? Call b.')
    expect(fillSlots(line, { supportEmail: null, supportPhone: null })).toBe('')
    expect(fillSlots(`Search. ${line}`, { supportEmail: null, supportPhone: null })).toBe('Search.')
    expect(
      fillSlots('Everyone can, in the dashboard or by writing to {supportEmail}: see it.', { supportEmail: null }),
    ).toBe('Everyone can, in the dashboard: see it.')
    expect(
      fillSlots('{legalName}, {supportEmail}, {supportPhone}.', {
        legalName: 'Primp',
        supportEmail: 'a',
        supportPhone: null,
      }),
    ).toBe('Primp, a.')
  })
  test('values are plain text, whatever characters they have', () => {
    fc.assert(
      fc.property(
        fc
          .string({ maxLength: 30 })
          .filter((name) => /^[^.?!\s{}][^.?!{}]*$/.test(name) && name.trim() === name && !/\s/.test(name)),
        (name) => {
          const { blocks, problems } = readMarkdown(
            `# T\n\n${fillSlots('Run by {legalName}, they say.', { legalName: name })}`,
          )
          expect(problems).toEqual([])
          const [, text] = blocks
          expect(text?.kind === 'paragraph' && stripMarks(text.text)).toBe(`Run by ${name}, they say.`)
        },
      ),
      { numRuns: 200 },
    )
  })
  test('a table row whose value is missing is omitted', () => {
    expect(
      fillSlots('| A | {retention.searches} |\n| B | {retention.none} |', {
        'retention.searches': '13 months',
        'retention.none': null,
      }),
    ).toBe('| A | 13 months |')
  })
})

test('an anchor is in lower case and joined by hyphens', () =>
  expect(slugifyHeading("What does 'ready by' mean?")).toBe('what-does-ready-by-mean'))
