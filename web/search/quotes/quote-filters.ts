import { readNumber } from '#web/ui/fields/typed-number.ts'

/** Filters of the quotes, as in the address. */
export interface Filters {
  instant: boolean
  mobile: boolean
  studio: boolean
  featured: boolean
  /** Proven work on hair like that of the search. */
  hair: boolean
  price: { from: number | null; to: number | null } | null
  rating: number | null
  distance: number | null
  skills: readonly string[]
}

export const noFilters: Filters = {
  instant: false,
  mobile: false,
  studio: false,
  featured: false,
  hair: false,
  price: null,
  rating: null,
  distance: null,
  skills: [],
}

/** Parses `filterBy`; ignores unknown filters. */
export function readFilters(filterBy: string): Filters {
  const filters = { ...noFilters, skills: [] as string[] }
  for (const part of filterBy.split(',')) {
    const [name, value = ''] = part.split(':')
    if (name === 'instant' || name === 'mobile' || name === 'studio' || name === 'featured' || name === 'hair')
      filters[name] = true
    if (name === 'price') {
      const [from, to] = value.split('-')
      filters.price = { from: from ? Number(from) : null, to: to ? Number(to) : null }
    }
    if (name === 'rating' && Number(value)) filters.rating = Number(value)
    if (name === 'distance' && Number(value)) filters.distance = Number(value)
    if (name === 'skill' && value) filters.skills.push(value)
  }
  return filters
}

/** Returns the `filterBy` value: `all`, or filters joined by commas. */
export function writeFilters(filters: Filters): string {
  const parts = [
    filters.instant && 'instant',
    filters.mobile && 'mobile',
    filters.studio && 'studio',
    filters.featured && 'featured',
    filters.hair && 'hair',
    filters.price &&
      (filters.price.from !== null || filters.price.to !== null) &&
      `price:${filters.price.from ?? ''}-${filters.price.to ?? ''}`,
    filters.rating && `rating:${filters.rating}`,
    filters.distance && `distance:${filters.distance}`,
    ...filters.skills.map((skill) => `skill:${skill}`),
  ].filter((part) => typeof part === 'string')
  return parts.join(',') || 'all'
}

export const countFilters = (filters: Filters): number =>
  writeFilters(filters) === 'all' ? 0 : writeFilters(filters).split(',').length

/** Parses the filter form, also as submitted without script. */
export function readFilterForm(form: URLSearchParams | FormData): Filters {
  const whole = (name: string) => {
    const value = readNumber(String(form.get(name) ?? ''))
    return value === null ? null : Math.min(999_999, Math.round(value))
  }
  const [from, to] = [whole('from'), whole('to')]
  return {
    instant: form.has('instant'),
    mobile: false,
    studio: false,
    featured: form.has('featured'),
    hair: form.has('hair'),
    price: from === null && to === null ? null : { from, to },
    rating: Number(form.get('rating')) || null,
    distance: Number(form.get('distance')) || null,
    skills: form
      .getAll('skill')
      .map(String)
      .filter((skill) => /^[a-z0-9-]{1,60}$/.test(skill)),
  }
}
