import type { z } from 'zod'
import { Refusal } from '#server/platform/refusal.ts'
import './messages.ts'

/** Limits the response and what a person reads. */
export const MOST_ERRORS = 20
const LONGEST_PATH = 200
const DEEPEST = 32

/** Throws `invalid_input` with at most 20 errors. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid_input', { errors: inputErrors(parsed.error) })
}

function inputErrors({ issues }: z.ZodError): { path: string; message: string }[] {
  return issues
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => ({ path: path.join('.').slice(0, LONGEST_PATH), message }))
}

/** Rejects values nested too deeply for recursive validation, hashing and logging. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
