import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

test('cells with formulas or line breaks are exported as text, negative numbers stay numbers', () => {
  expect(
    formatCsv([
      ['plain', '-5.20', '-5+2', '=1+1', '@home'],
      ['a,b', 'say "hi"', 'two\nlines', '', '-'],
    ]),
  ).toBe('plain,-5.20,\'-5+2,\'=1+1,\'@home\r\n"a,b","say ""hi""","two\nlines",,\'-\r\n')
})
