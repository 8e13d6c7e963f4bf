import { z } from 'zod'
import { patternSchema } from '#contract/values.ts'

export const SortBy = z.enum(['recommended', 'price', 'rating', 'nearest', 'mostBooked'])
export type SortBy = z.infer<typeof SortBy>

/**
 * Filters, joined by commas: all, instant, mobile, studio, featured, price:100-400, rating:4.5, distance:5,
 * skill:textured-hair; hair: proven work on hair like that of the search.
 */
export const FilterBy = patternSchema(
  300,
  /^(all|((instant|mobile|studio|featured|hair|price:\d{0,6}-\d{0,6}|rating:[1-5](\.\d{1,2})?|distance:\d{1,3}(\.\d)?|skill:[a-z0-9-]{1,60})(,(?!$)|$))+)$/,
  'This filter does not exist.',
)
