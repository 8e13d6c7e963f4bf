import type { Catalogue } from '#contract/words.ts'

/** Names in structured data. */
export const schemaWords = {
  'service.name': 'Hair and makeup artists in {city}',
  'service.type': 'Hair, makeup and nails for events',
  'offers.description': 'Whole quotes for searches in {city}',
  'list.name': 'Artists in {city}',
} as const satisfies Catalogue
