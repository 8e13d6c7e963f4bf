import type { Mode } from '#contract/values.ts'

/** Undefined means no restriction. */
export type Filters = {
  mode?: Mode
  instant?: true
  featured?: true
  /** Requires proof for the search's hair type. */
  hair?: true
  /** Whole currency units, inclusive. */
  price?: { from: number; to: number }
  rating?: number
  /** In the market's unit. */
  distance?: number
  skills: string[]
}

/** Parses `filterBy`. A later filter replaces one of the same kind; skills accumulate. */
export function readFilters(filterBy: string): Filters {
  const filters: Filters = { skills: [] }
  for (const part of filterBy.split(',')) {
    const [name, value = ''] = part.split(':') as [string, string?]
    if (name === 'instant') filters.instant = true
    else if (name === 'featured') filters.featured = true
    else if (name === 'hair') filters.hair = true
    else if (name === 'mobile' || name === 'studio') filters.mode = name
    else if (name === 'rating') filters.rating = Number(value)
    else if (name === 'distance') filters.distance = Number(value)
    else if (name === 'skill') filters.skills.push(value)
    else if (name === 'price') {
      const [from, to] = value.split('-') as [string, string]
      filters.price = { from: Number(from || 0), to: to === '' ? Number.POSITIVE_INFINITY : Number(to) }
    }
  }
  return filters
}
