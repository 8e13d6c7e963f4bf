import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences, varyReviews } from './showcase.ts'

const sentence = (n: number) => `This is what the review number ${n} says of it.`
const reviews = fc.array(
  fc.record({
    score: fc.integer({ min: 1, max: 5 }),
    comments: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }).map((all) => [...new Set(all)].map(sentence).join(' ')),
  }),
  { maxLength: 60 },
)

test('no sentence repeats on a page, and no review is shown twice', () => {
  fc.assert(
    fc.property(reviews, fc.integer({ min: 1, max: 12 }), (list, size) => {
      const shown = varyReviews(list, size)
      expect(new Set(shown).size).toBe(shown.length)
      for (const one of shown) expect(list).toContain(one)
      for (let at = 0; at < shown.length; at += size) {
        const told = shown.slice(at, at + size).flatMap(({ comments }) => splitSentences(comments))
        expect(new Set(told).size).toBe(told.length)
      }
    }),
  )
})

test('after two five-star reviews a less positive one follows; otherwise the newest review is first', () => {
  const of = (...scores: number[]) => scores.map((score, n) => ({ score, comments: sentence(n) }))
  const five = varyReviews(of(5, 5, 5, 5, 4, 5, 3), 24).map(({ score }) => score)
  expect(five).toEqual([5, 5, 4, 5, 5, 3, 5])
  expect(varyReviews(of(4, 5, 3), 24).map(({ score }) => score)).toEqual([4, 5, 3])
})
