import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportRow } from '#contract/calendar/client-imports.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ImportRows } from './import-rows.tsx'
import { importMessages } from './import-messages.ts'

const row: ImportRow = {
  row: 2,
  name: 'Zoë Marsh',
  client: 'same',
  appointment: null,
  why: null,
  cells: [],
  candidates: [],
  choice: '',
  differences: [],
  use: 'mine',
  unexpected: false,
  undone: null,
}
const render = (rows: ImportRow[], more = 0) =>
  renderToString(<ImportRows rows={rows} more={more} t={createTranslator(importMessages, 'GB')} onAnswer={() => {}} />)
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('a skipped row shows the reason and its values', () => {
  const text = textOf(render([{ ...row, client: null, why: 'price', cells: ['Zoë Marsh', '', 'a gift'] }]))
  expect(text).toContain('Row 2 · Zoë Marsh Skipped: we cannot read the price. Zoë Marsh · a gift')
  expect(textOf(render([{ ...row, why: 'taken' }]))).toContain(
    'Appointment skipped: there is another appointment at that time.',
  )
})

test('a question offers a new client first, then each possible match', () => {
  const html = render([
    {
      ...row,
      client: 'new',
      choice: 'new',
      candidates: [
        { id: 'c1', name: 'Zoe Marsh', email: 'zoe@mail.example', phone: '' },
        { id: 'row-7', name: 'Zoë', email: '', phone: '' },
      ],
    },
  ])
  expect(textOf(html)).toContain(
    'Who is Zoë Marsh? A new client The same person as Zoe Marsh, zoe@mail.example The same person as Zoë in this file',
  )
  expect(html.match(/<input[^>]*checked=""[^>]*>/g)).toHaveLength(1)
})

test('a difference shows both values side by side', () => {
  const html = render([{ ...row, differences: [{ field: 'phone', mine: '07700 900123', file: '07700 900124' }] }], 4)
  expect(textOf(html)).toContain('5 rows to check')
  expect(textOf(html)).toContain('Phone Yours: 07700 900123 File: 07700 900124')
  expect(textOf(html)).toContain('Keep mine Use the file')
  expect(render([])).toBe('')
})
