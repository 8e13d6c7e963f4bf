import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadSubjects } from './showcase.ts'

const picture = fc.record({ subject: fc.constantFrom(...'abcdefghijk'), n: fc.nat() })
const subjectOf = ({ subject }: { subject: string }) => subject

test('every picture is shown once and stays on its page, and loading later pages does not change earlier ones', () => {
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (list, size) => {
      const shown = spreadSubjects(list, subjectOf, size)
      for (let at = 0; at < list.length; at += size) {
        expect(new Set(shown.slice(at, at + size))).toEqual(new Set(list.slice(at, at + size)))
        expect(spreadSubjects(list.slice(0, at + size), subjectOf, size)).toEqual(shown.slice(0, at + size))
      }
    }),
  )
})

test('with nine evenly spread subjects none repeats within eight pictures, and a row of four shows four', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer(), (each, seed) => {
      const all = [...'abcdefghi'].flatMap((subject) => Array.from({ length: each }, (_, n) => ({ subject, n })))
      const list = all.toSorted(
        (a, b) =>
          Math.sin(seed + a.n * 7 + a.subject.charCodeAt(0)) - Math.sin(seed + b.n * 7 + b.subject.charCodeAt(0)),
      )
      const shown = spreadSubjects(list, subjectOf, 100).map(subjectOf)
      for (const [at, subject] of shown.entries()) expect(shown.slice(Math.max(0, at - 8), at)).not.toContain(subject)
    }),
  )
  expect(spreadSubjects([...'aaabbbccd'], (subject) => subject, 48).slice(0, 4)).toEqual(['a', 'b', 'c', 'd'])
})
