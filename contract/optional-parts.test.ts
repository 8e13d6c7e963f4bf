import { expect, test } from 'vitest'
import { markOptionalParts, listOptionalSlots, findPartProblem } from './optional-parts.ts'

test('a value is optional only if all its uses are inside optional parts', () => {
  expect(listOptionalSlots(['{name}[[, {entrance}]]', '[[{name}: {note}]]', null])).toEqual(['entrance', 'note'])
})

test.each([
  [
    '{address}, {entrance}. {parking} {balance} Bring cash.',
    '{address}[[, {entrance}]]. [[{parking}]] {balance} Bring cash.',
  ],
  ['Hello. Our note: {note} Everything else is saved.', 'Hello. [[Our note: {note}]] Everything else is saved.'],
  ['{name} has said no. {note} {others} can do it.', '{name} has said no. [[{note}]] [[{others} can do it.]]'],
  ['{name} has said no.[[ {note}]] Bye.', '{name} has said no.[[ {note}]] Bye.'],
  ['| B | {others} |', '[[| B | {others} |]]'],
])('%s is marked as %s, once', (text, marked) => {
  const optional = ['entrance', 'parking', 'note', 'others']
  expect(markOptionalParts(text, optional)).toBe(marked)
  expect(markOptionalParts(marked, optional)).toBe(marked)
})

test('unbalanced and empty parts are reported', () => {
  const fine = 'A[[, {b}]]. [[{c}]]'
  expect(
    [fine, 'A [[{b}', 'A {b}]]', '[[a [[{b}]] c]]', '[[a]]'].map((text) => findPartProblem(text) !== null),
  ).toEqual([false, true, true, true, true])
})
