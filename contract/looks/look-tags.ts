import { z } from 'zod'
import { freeOfTags, lookTags, mostTags } from './vocabulary.ts'
import { hairTags } from './likeness.ts'

const LookTagSchema = z.enum(lookTags, 'That tag is not known.')
const areUnique = (tags: readonly string[]) => new Set(tags).size === tags.length

export const LookTags = z
  .array(LookTagSchema)
  .max(mostTags, `Choose up to ${mostTags}.`)
  .refine(areUnique, 'Use each tag once.')

export const FreeOfTags = z
  .array(z.enum(freeOfTags, 'That is not known.'))
  .max(freeOfTags.length)
  .refine(areUnique, 'Use each one once.')

export const HairTags = z
  .array(LookTagSchema.refine((tag) => hairTags.includes(tag), 'Only hair tags are allowed.'))
  .max(mostTags)
  .refine(areUnique, 'Use each tag once.')
