import { type LookTag, type TagGroupId, tagGroups } from './vocabulary.ts'

const groupsOf = (tags: ReadonlySet<LookTag>) =>
  tagGroups.flatMap(({ id, weight, tags: known }) => {
    const own = (Object.keys(known) as LookTag[]).filter((tag) => tags.has(tag))
    return own.length > 0 ? [{ id, weight, known: Object.keys(known) as LookTag[], own }] : []
  })

/**
 * How much what is shown is like what is looked for, from 0 to 1. The rule is public and this is all of it.
 *
 * Each subject that the wish speaks of (hair pattern, skin depth, …) counts with its weight in `tagGroups`: for the
 * part that both have of all that either says about it. So it is 1 only where all is met, a picture never loses by
 * one more tag that was asked for, and one that is tagged with everything is like nobody. What the wish says nothing
 * about counts neither for nor against; therefore the two sides cannot be exchanged. A wish without a tag is like nothing.
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

/** From here on a picture counts among the 'looks like this'. */
export const alikeFrom = 0.5

const hairGroups: ReadonlySet<TagGroupId> = new Set<TagGroupId>(['pattern', 'length', 'colour'])

/** The tags about hair among these, by what they are about. */
export const filterHairTags = (tags: readonly LookTag[]): LookTag[][] =>
  groupsOf(new Set(tags))
    .filter(({ id }) => hairGroups.has(id))
    .map(({ own }) => own)

/** Whether what is shown is hair like that of the wish: one tag in common of each of pattern, length and colour that the wish names; never where it names none. */
export function isHairAlike(wished: readonly LookTag[], shown: readonly LookTag[]): boolean {
  const wanted = filterHairTags(wished)
  return wanted.length > 0 && wanted.every((own) => own.some((tag) => shown.includes(tag)))
}

/** The tags that a person may choose for the hair in a review. */
export const hairTags: readonly LookTag[] = tagGroups
  .filter(({ id }) => hairGroups.has(id))
  .flatMap(({ tags }) => Object.keys(tags) as LookTag[])

/** Those of these that have anything in common with the wish, the closest first; of two as close the one that stood first. */
export const sortByLikeness = <T extends { tags: readonly LookTag[] }>(
  wished: readonly LookTag[],
  of: readonly T[],
): { one: T; like: number }[] =>
  of
    .map((one) => ({ one, like: computeLikeness(wished, one.tags) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like)
