import { expect, test } from 'vitest'
import { blocksOf, inlines } from './markdown.ts'

test('a page becomes headings, paragraphs, lists, tables and questions', () => {
  const page = '# Terms\n\nVersion 1.\n\n## 1. Who is who\nPrimp is a place.\n\n- **You** book.\n- We plan.\n\n| A | B |\n|---|---|\n| 1 | [two](/two) |\n\n**3. Why?**\nBecause.\nReally.'
  const blocks = blocksOf(page)
  expect(blocks.map((block) => block.kind)).toEqual(['title', 'paragraph', 'heading', 'paragraph', 'list', 'table', 'question'])
  expect(blocks[2]).toMatchObject({ text: '1. Who is who', id: '1-who-is-who' })
  expect(blocks[5]).toMatchObject({ rows: [[['1'], [{ link: 'two', to: '/two' }]]] })
  expect(blocks[6]).toMatchObject({ question: 'Why?', answer: ['Because. Really.'] })
})

test('a list right under a paragraph stands by itself', () => {
  expect(blocksOf('**An example.** Start on Saturday.\n- Flexible: all.').map((block) => block.kind)).toEqual(['paragraph', 'list'])
})

test('a link leads to a page, a mail or a number; nothing else becomes one', () => {
  for (const to of ['/help', '#fees', 'https://primp.example/x', 'mailto:a@b.example', 'tel:+442079460000']) expect(inlines(`[x](${to})`)).toEqual([{ link: 'x', to }])
  for (const to of ['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'vbscript:x']) expect(inlines(`[x](${to})`).every((part) => typeof part === 'string'), to).toBe(true)
})

test('text carries strong words and links', () => {
  expect(inlines('See **this** and [that](/that).')).toEqual(['See ', { strong: 'this' }, ' and ', { link: 'that', to: '/that' }, '.'])
})
