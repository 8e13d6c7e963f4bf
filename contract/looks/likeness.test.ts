import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alikeFrom, sortByLikeness, isHairAlike, filterHairTags, hairTags, computeLikeness } from './likeness.ts'
import { FreeOfTags, HairTags, LookTags } from './look-tags.ts'
import { suggestTags } from './suggested-tags.ts'
import { freeOfTags, type LookTag, lookTags, mostTags, tagGroups, tagHeadings, formatTag } from './vocabulary.ts'

const numRuns = process.env.PROVE ? 20_000 : 800
const tags = fc.subarray([...lookTags])
const some = fc.subarray([...lookTags], { minLength: 1 })

describe('Likeness of looks', () => {
  test('likeness is between 0 and 1, and 1 if every tag matches', () => {
    fc.assert(
      fc.property(some, tags, (wished, shown) => {
        const like = computeLikeness(wished, shown)
        expect(like).toBeGreaterThanOrEqual(0)
        expect(like).toBeLessThanOrEqual(1)
        expect(computeLikeness(wished, wished)).toBe(1)
        const apart = shown.filter((tag) => !wished.includes(tag))
        expect(computeLikeness(wished, apart)).toBe(0)
      }),
      { numRuns },
    )
  })

  test('one more matching tag never lowers the likeness', () => {
    fc.assert(
      fc.property(some, tags, fc.constantFrom(...lookTags), (wished, shown, one) => {
        const before = computeLikeness(wished, shown)
        if (wished.includes(one))
          expect(computeLikeness(wished, [...shown, one])).toBeGreaterThanOrEqual(before - 1e-12)
      }),
      { numRuns },
    )
  })

  test('a tag that was not requested never raises the likeness, and tags of other subjects do not change it', () => {
    fc.assert(
      fc.property(some, tags, fc.constantFrom(...lookTags), (wished, shown, one) => {
        if (wished.includes(one)) return
        expect(computeLikeness(wished, [...shown, one])).toBeLessThanOrEqual(computeLikeness(wished, shown) + 1e-12)
        const own = tagGroups.find((group) => (group.tags as readonly string[]).includes(one))
        if (wished.every((tag) => !(own?.tags as readonly string[] | undefined)?.includes(tag)))
          expect(computeLikeness(wished, [...shown, one])).toBeCloseTo(computeLikeness(wished, shown), 12)
      }),
      { numRuns },
    )
  })

  test('the order of tags does not matter, but wish and picture are not interchangeable', () => {
    fc.assert(
      fc.property(some, tags, (wished, shown) => {
        expect(computeLikeness(wished.toReversed(), shown.toReversed())).toBeCloseTo(computeLikeness(wished, shown), 12)
      }),
      { numRuns },
    )
    expect(computeLikeness(['hair-coily'], ['hair-coily', 'skin-deep'])).toBe(1)
    expect(computeLikeness(['hair-coily', 'skin-deep'], ['hair-coily'])).toBe(0.5)
  })

  test('likeness is zero without a wish, and lower for a picture with too many tags', () => {
    expect(computeLikeness([], lookTags)).toBe(0)
    expect(computeLikeness(['hair-coily', 'skin-deep'], lookTags)).toBeLessThan(alikeFrom)
  })

  test('sorting puts the closest first, keeps the order of equals, and leaves out pictures without a match', () => {
    const of = [
      { id: 1, tags: ['hair-curly'] as LookTag[] },
      { id: 2, tags: ['hair-coily'] as LookTag[] },
      { id: 3, tags: ['hair-coily', 'skin-deep'] as LookTag[] },
      { id: 4, tags: ['skin-deep'] as LookTag[] },
    ]
    expect(sortByLikeness(['hair-coily', 'skin-deep'], of).map(({ one }) => one.id)).toEqual([3, 2, 4])
  })
})

describe('Hair', () => {
  test('hair is alike if the picture shares a tag of each group (pattern, length, colour) that the wish contains', () => {
    expect(isHairAlike(['hair-coily'], ['hair-coily', 'length-long'])).toBe(true)
    expect(isHairAlike(['hair-coily', 'length-short'], ['hair-coily', 'length-long'])).toBe(false)
    expect(isHairAlike(['hair-coily', 'hair-braids'], ['hair-braids'])).toBe(true)
    expect(isHairAlike(['skin-deep'], ['skin-deep', ...hairTags])).toBe(false)
    expect(filterHairTags(['skin-deep', 'colour-red', 'hair-wavy', 'hair-curly'])).toEqual([
      ['hair-wavy', 'hair-curly'],
      ['colour-red'],
    ])
  })
})

describe('Tag vocabulary', () => {
  test('each tag appears once, with its own label, under one heading', () => {
    expect(new Set(lookTags).size).toBe(lookTags.length)
    expect(new Set(lookTags.map((tag) => formatTag(tag))).size).toBe(lookTags.length)
    expect(tagHeadings.flatMap((of) => of.tags)).toEqual(lookTags)
    for (const tag of [...lookTags, ...freeOfTags]) expect(tag).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  test('ingredients to avoid are separate from visible tags', () => {
    for (const tag of freeOfTags) {
      expect(LookTags.safeParse([tag]).success).toBe(false)
      expect(computeLikeness([tag as never], [tag as never])).toBe(0)
    }
    expect(FreeOfTags.safeParse(['free-of-latex']).success).toBe(true)
    expect(FreeOfTags.safeParse(['glasses']).success).toBe(false)
    expect(FreeOfTags.safeParse(['free-of-latex', 'free-of-latex']).success).toBe(false)
  })

  test('the schema accepts each tag once, up to a maximum, and only hair tags for reviews', () => {
    expect(LookTags.safeParse(['glasses', 'glasses']).success).toBe(false)
    expect(LookTags.safeParse(lookTags.slice(0, mostTags)).success).toBe(true)
    expect(LookTags.safeParse(lookTags.slice(0, mostTags + 1)).success).toBe(false)
    expect(HairTags.safeParse(['hair-coily', 'length-long']).success).toBe(true)
    expect(HairTags.safeParse(['skin-deep']).success).toBe(false)
  })
})

describe('Tag suggestions', () => {
  test.each<[string, LookTag[]]>([
    ['Coils, braids and locs', ['hair-coily', 'hair-braids', 'hair-locs']],
    ['Bridal updos', ['for-wedding', 'style-updo']],
    ['Hijab brides', ['hijab', 'for-wedding']],
    ['Waves and lengths', ['hair-wavy', 'length-long']],
    ['Soft glam 2026', ['style-soft-glam']],
    ['Éditorial', ['style-editorial']],
    ['Kit and colour', []],
    ['Wavelength', []],
  ])('“%s” suggests %j', (title, tags) => {
    expect(suggestTags(title)).toEqual(tags)
  })

  test('suggestions are valid tags for any album title', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (title) => LookTags.safeParse(suggestTags(title)).success),
      { numRuns },
    )
  })
})
