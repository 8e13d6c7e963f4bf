import { type LookTag, type TagGroupId, tagGroups } from './vocabulary.ts'

const groupsOf = (tags: ReadonlySet<LookTag>) =>
  tagGroups.flatMap(({ id, weight, tags: known }) => {
    const all: readonly LookTag[] = known
    const own = all.filter((tag) => tags.has(tag))
    return own.length > 0 ? [{ id, weight, known: all, own }] : []
  })

/**
 * Returns the similarity of a picture to a wish, from 0 to 1. Each tag group of the wish has a weight; its result is
 * the common tags divided by all tags of either side. Groups that are not in the wish are ignored, so the arguments are
 * not interchangeable. A wish without tags returns 0.
 */
export function computeLikeness(wished: readonly LookTag[], shown: readonly LookTag[]): number {
  const on = new Set(shown)
  const [met, all] = groupsOf(new Set(wished)).reduce(
    ([met, all], { weight, known, own }) => {
      const both = own.filter((tag) => on.has(tag)).length
      const either = known.filter((tag) => own.includes(tag) || on.has(tag)).length
      return [met + (weight * both) / either, all + weight]
    },
    [0, 0],
  )
  return all === 0 ? 0 : met / all
}

/** The minimum similarity for 'looks like this'. */
export const alikeFrom = 0.5

const hairGroups: ReadonlySet<TagGroupId> = new Set<TagGroupId>(['pattern', 'length', 'colour'])

export const filterHairTags = (tags: readonly LookTag[]): LookTag[][] =>
  groupsOf(new Set(tags))
    .filter(({ id }) => hairGroups.has(id))
    .map(({ own }) => own)

/**
 * Returns whether the hair is alike: one common tag in each of pattern, length and colour that the wish names; false if
 * it names none.
 */
export function isHairAlike(wished: readonly LookTag[], shown: readonly LookTag[]): boolean {
  const wanted = filterHairTags(wished)
  return wanted.length > 0 && wanted.every((own) => own.some((tag) => shown.includes(tag)))
}

export const hairTags: readonly LookTag[] = tagGroups
  .filter(({ id }) => hairGroups.has(id))
  .flatMap(({ tags }): readonly LookTag[] => tags)

/** Returns the items with any common tag, most similar first. The sort is stable. */
export const sortByLikeness = <T extends { tags: readonly LookTag[] }>(
  wished: readonly LookTag[],
  of: readonly T[],
): { one: T; like: number }[] =>
  of
    .map((one) => ({ one, like: computeLikeness(wished, one.tags) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like)
