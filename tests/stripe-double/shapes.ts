import { randomBytes } from 'node:crypto'
import shapes from './shapes.json' with { type: 'json' }

type Kind = keyof typeof shapes
const empty: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  string: () => '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
}

/** A Stripe id: `tr_…`. */
export const named = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** A Stripe object with all fields; missing ones are empty. */
export const filled = <T>(kind: Kind, given: Partial<Record<string, unknown>>): T => ({
  ...(Object.fromEntries(
    Object.entries(shapes[kind]).map(([field, type]) => [field, (empty[type] ?? empty['null'])?.()]),
  ) as T),
  object: kind,
  ...given,
})

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Differences from Stripe's published objects: missing fields or other value types. */
export function differences(of: Record<string, unknown>): string[] {
  const shape = (shapes as Record<string, Record<string, string>>)[String(of['object'])]
  if (!shape) return [`no such object: ${String(of['object'])}`]
  return Object.entries(shape).flatMap(([field, type]) => {
    if (!(field in of)) return [`${field} is missing`]
    const kind = kindOf(of[field])
    // An example has one value: null and expandable ids accept other types.
    return kind === type || kind === 'null' || type === 'null' || (type === 'string' && kind === 'object')
      ? []
      : [`${field} is ${kind}, theirs is ${type}`]
  })
}
