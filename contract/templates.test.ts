import { expect, test } from 'vitest'
import { findPartProblem, formatTemplate, listOptionalSlots, markOptionalParts } from './templates.ts'

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

test('an optional part is left out if one of its values is missing or empty', () => {
  const price = '[[Makeup starts from {from}.]] [[Quotes run from {min} to {max}.]] Say when[[, {name}]].'
  expect(formatTemplate(price, { from: '£30.50', min: null })).toBe('Makeup starts from £30.50. Say when.')
  expect(formatTemplate(price, { min: '£1', max: '£2', name: 'Mr. {x} [[y]]' })).toBe(
    'Quotes run from £1 to £2. Say when, Mr. {x} [[y]].',
  )
  for (const empty of [undefined, null, '', '  '])
    expect(formatTemplate(price, { from: empty, min: empty, max: 1, name: empty })).toBe('Say when.')
})
