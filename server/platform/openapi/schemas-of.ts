import { z } from 'zod'
import { namedSchemas } from './named-schemas.ts'

export type Schema = Record<string, unknown>
type Types = Readonly<Record<string, z.ZodType>>
/** The JSON Schemas of some types, and of the named ones that they refer to; each as it is sent and as it is answered. */
export type Drawn = { input: Record<string, Schema>; output: Record<string, Schema>; named: Record<string, Schema> }

const refTo = (name: string) => `#/components/schemas/${name}`
const nameIn = (ref: unknown) => (typeof ref === 'string' ? ref.slice(refTo('').length) : '')

/**
 * JSON Schemas (draft 2020-12) of what goes in and what comes out. A named type is a `$ref`; where it is not the same in both directions
 * (a field with a default may be left out by whoever sends it) what is sent is called `<name>Input`.
 */
export function schemasOf(inputs: Types, outputs: Types): Drawn {
  const sent = drawn('input', inputs)
  const answered = drawn('output', outputs)
  const others = differing(sent, answered)
  const renamed = (schema: Schema) => withRefs(schema, (name) => (others.has(name) ? `${name}Input` : name))
  const all: Record<string, Schema> = {}
  for (const name of Object.keys(namedSchemas)) {
    all[name] = answered[name] as Schema
    if (others.has(name)) all[`${name}Input`] = renamed(sent[name] as Schema)
  }
  const input = Object.fromEntries(Object.keys(inputs).map((key) => [key, renamed(sent[key] as Schema)]))
  const output = Object.fromEntries(Object.keys(outputs).map((key) => [key, answered[key] as Schema]))
  const named = Object.fromEntries([...reached([input, output], all)].toSorted().map((name) => [name, all[name]]))
  // What is sent alone needs no second name.
  const alone = (name: string) => (name.endsWith('Input') && !(name.slice(0, -5) in named) ? name.slice(0, -5) : name)
  const plain = Object.fromEntries(Object.entries(named).map(([name, schema]) => [alone(name), schema]))
  return withRefs({ input, output, named: plain } as Drawn, alone)
}

/** The names that are referred to from there on. */
function reached(from: unknown, all: Record<string, Schema>): Set<string> {
  const names = new Set<string>()
  const follow = (value: unknown): void =>
    eachRef(value, (name) => {
      if (names.has(name)) return
      names.add(name)
      follow(all[name])
    })
  follow(from)
  return names
}

/** All named types and these, in one direction. */
function drawn(io: 'input' | 'output', types: Types): Record<string, Schema> {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, [type, description]] of Object.entries(namedSchemas)) registry.add(type, { id, description })
  for (const [key, type] of Object.entries(types)) registry.add(wrapped(type), { id: key })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    uri: refTo,
    metadata: registry,
    // That a tuple ends is said by how many items it has at most; readers of documents expect a schema here.
    override: ({ jsonSchema }) => {
      if (jsonSchema.prefixItems && jsonSchema.items === false) jsonSchema.items = {}
      // A record of certain keys is an object that has them.
      const { propertyNames, additionalProperties } = jsonSchema
      if (typeof propertyNames === 'object' && propertyNames.enum && typeof additionalProperties === 'object') {
        jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]))
        jsonSchema.additionalProperties = false
        delete jsonSchema.propertyNames
      }
      // Not every reader knows the letters of all scripts: what must not be empty is said by its length.
      if (!jsonSchema.pattern?.includes('\\p{')) return
      delete jsonSchema.pattern
      jsonSchema.minLength = 1
    },
  }) as { schemas: Record<string, Schema> }
  return Object.fromEntries(
    Object.entries(schemas).map(([key, { $schema: _, $id: __, id: ___, ...schema }]) => [
      key,
      key in types ? ((schema['properties'] as Record<string, Schema>)['it'] as Schema) : { ...schema, ...sayOf(key) },
    ]),
  )
}

/** An example is of what is sent, too, where that is changed as it is read. */
const sayOf = (name: string): Schema => {
  const example = namedSchemas[name]?.[2]
  return example === undefined ? {} : { examples: [example] }
}

/** A named type that is a whole input or output keeps its name: it is looked at as a field. */
const wrapped = (type: z.ZodType) => z.object({ it: type })

/** The named types that are not the same in both directions, by themselves or by what they refer to. */
function differing(sent: Record<string, Schema>, answered: Record<string, Schema>): Set<string> {
  const names = Object.keys(namedSchemas)
  const found = new Set(names.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const name of names) eachRef(sent[name], (other) => found.has(other) && found.add(name))
  }
  return found
}

function eachRef(value: unknown, meet: (name: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') meet(nameIn(inner))
    else eachRef(inner, meet)
  }
}

function withRefs<T>(value: T, rename: (name: string) => string): T {
  if (Array.isArray(value)) return value.map((inner) => withRefs(inner, rename)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? refTo(rename(nameIn(inner))) : withRefs(inner, rename),
    ]),
  ) as T
}
