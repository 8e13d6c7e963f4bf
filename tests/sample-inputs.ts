import { z } from 'zod'
import { createExample } from '#server/platform/openapi/examples.ts'
import { namedSchemas } from '#server/platform/openapi/named-schemas.ts'

type Def = z.core.$ZodTypes['_zod']['def']
type Schema = z.core.$ZodType

/** An optional or nullable field of a schema, by its keys; `0` enters a list. */
export type OpenField = { path: readonly (string | number)[]; schema: Schema }

// An empty registry, so that schemas contain no references.
const withoutNames = z.registry<{ id?: string }>()
const named = new Map<Schema, unknown>(
  Object.values(namedSchemas).flatMap(([type, , example]) => (example === undefined ? [] : [[type, example]])),
)
const defOf = (schema: Schema) => schema._zod.def as Def

/** Returns a likely valid value for a schema, with every optional and nullable field set. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (named.has(schema)) return structuredClone(named.get(schema))
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return sampleOf(def.innerType, name)
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, sampleOf(inner, key)]))
    case 'array': {
      const minimum = (def.checks ?? []).map((check) => check._zod.def as { check: string; minimum?: number })
      const length = Math.max(1, ...minimum.map((check) => (check.check === 'min_length' ? (check.minimum ?? 0) : 0)))
      return Array.from({ length }, () => sampleOf(def.element, name))
    }
    case 'record':
      return { [String(sampleOf(def.keyType, 'key'))]: sampleOf(def.valueType, name) }
    case 'union':
      return sampleOf(def.options.find((option) => defOf(option).type !== 'null') as Schema, name)
    case 'lazy':
      return sampleOf(def.getter(), name)
    case 'pipe':
      return sampleOf(defOf(def.in).type === 'transform' ? def.out : def.in, name)
    default:
      return createExample(
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: withoutNames }),
        name,
      )
  }
}

export function openFieldsOf(schema: Schema, path: OpenField['path'] = []): OpenField[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
      return [{ path, schema }, ...openFieldsOf(def.innerType, path).filter((field) => field.path.length > path.length)]
    case 'readonly':
    case 'nonoptional':
      return openFieldsOf(def.innerType, path)
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => openFieldsOf(inner, [...path, key]))
    case 'array':
      return openFieldsOf(def.element, [...path, 0])
    case 'union':
      return openFieldsOf(def.options.find((option) => defOf(option).type !== 'null') as Schema, path)
    case 'lazy':
      return openFieldsOf(def.getter(), path)
    case 'pipe':
      return openFieldsOf(defOf(def.in).type === 'transform' ? def.out : def.in, path)
    default:
      return []
  }
}

/** Returns a copy of a value with another value at a path, or without it if undefined. */
export function withField(value: unknown, path: OpenField['path'], field: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return field
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? withField(one, rest, field) : one))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = { ...value }
  const inner = withField(copy[key], rest, field)
  if (inner === undefined) delete copy[key]
  else copy[key] = inner
  return copy
}
