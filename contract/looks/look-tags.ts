import { z } from 'zod'
import { freeOfTags, lookTags, mostTags } from './vocabulary.ts'
import { hairTags } from './likeness.ts'

const LookTagSchema = z.enum(lookTags, 'Choose a tag from the list.')
const areUnique = (tags: readonly string[]) => new Set(tags).size === tags.length

export const LookTags = z
  .array(LookTagSchema)
  .max(mostTags, `Choose up to ${mostTags}.`)
  .refine(areUnique, 'Use each tag once.')

export const FreeOfTags = z
  .array(z.enum(freeOfTags, 'Choose from the list.'))
  .max(freeOfTags.length)
  .refine(areUnique, 'Use each one once.')

export const HairTags = z
  .array(LookTagSchema.refine((tag) => hairTags.includes(tag), 'Only hair tags are allowed.'))
  .max(mostTags)
  .refine(areUnique, 'Use each tag once.')
