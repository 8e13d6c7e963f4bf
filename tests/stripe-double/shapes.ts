import { randomBytes } from 'node:crypto'
import shapes from './shapes.json' with { type: 'json' }

/**
 * The fields of an object, nested as Stripe sends them. A kind of value ends in a question mark if it can be null, a
 * field's name if Stripe may omit it. An object that can be null is in an array.
 */
export type Shape = string | Fields | [Fields]
export type Fields = { [field: string]: Shape }
type Kind = keyof typeof shapes

const byKind: Readonly<Record<string, Fields>> = shapes as never
const empty: Readonly<Record<string, () => unknown>> = {
  string: () => '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
}

/** Returns an id with Stripe's prefix: `tr_…`. */
export const named = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fill(shape: Shape, given: unknown): unknown {
  if (typeof shape === 'string') return given === undefined ? (empty[shape] ?? (() => null))() : given
  if (Array.isArray(shape) && !isObject(given)) return given ?? null
  const fields = Array.isArray(shape) ? shape[0] : shape
  const known: Record<string, unknown> = isObject(given) ? given : {}
  return {
    ...known,
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([field, inner]) => {
        const name = field.replace(/\?$/, '')
        return name !== field && known[name] === undefined ? [] : [[name, fill(inner, known[name])]]
      }),
    ),
  }
}

/** Returns an object of Stripe's with every field that the `stripe` package's types require. Fields not given are empty. */
export const filled = <T>(kind: Kind, given: Partial<Record<string, unknown>>): T =>
  fill(byKind[kind] ?? {}, { object: kind, ...given }) as T

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function compare(shape: Shape, value: unknown, path: string): string[] {
  if (typeof shape === 'string') {
    const kind = shape.replace(/\?$/, '')
    const isSame = kindOf(value) === kind || (value === null && shape.endsWith('?'))
    // An expandable id may be its object.
    return isSame || (kind === 'string' && isObject(value)) ? [] : [`${path} is ${kindOf(value)}, not ${shape}`]
  }
  if (value === null && Array.isArray(shape)) return []
  if (!isObject(value)) return [`${path} is ${kindOf(value)}, not an object`]
  return Object.entries(Array.isArray(shape) ? shape[0] : shape).flatMap(([field, inner]) => {
    const name = field.replace(/\?$/, '')
    if (name in value) return compare(inner, value[name], path ? `${path}.${name}` : name)
    return name === field ? [`${path ? `${path}.` : ''}${name} is missing`] : []
  })
}

/** Lists the fields of an object that are missing or of another kind than in the `stripe` package's types. */
export function differences(of: Record<string, unknown>): string[] {
  const fields = byKind[String(of['object'])]
  return fields ? compare(fields, of, '') : [`no such object: ${String(of['object'])}`]
}
