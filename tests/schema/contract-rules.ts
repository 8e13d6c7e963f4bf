import { z } from 'zod'
import type { ColumnRule } from './read-rules.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

type Said = Pick<ColumnRule, 'least' | 'most' | 'words' | 'pattern'>

/** The source of a column's rule in the contract: a part of a schema, or a constant. `name` appears in test messages. */
export type ContractRule = {
  name: string
  read: (kind: ColumnRule['kind']) => Said
  /** Why the database may allow more than the contract. */
  narrower?: string
}

/** A contract rule and its columns, as `table.column` or `table.{one,two}`. */
export type Mapping = readonly [rule: ContractRule, ...columns: string[]]

// With the global registry, named schemas would be references.
const withoutNames = z.registry<Record<string, unknown>>()

/** Both sides: a coerced number has its bounds in the output, a transformed text in the input. */
const toJsonSchemas = (schema: z.ZodType): JsonSchema[] =>
  (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: withoutNames }) as JsonSchema,
  )

const variantsOf = (json: JsonSchema): JsonSchema[] => {
  const variants = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])]
  return [json, ...variants.flatMap(variantsOf)]
}

/** Finds the schemas at a path such as `items.share`, through arrays and variants. */
const findParts = (json: JsonSchema, path: readonly string[]): JsonSchema[] => {
  const [next, ...rest] = path
  return variantsOf(json).flatMap((variant) => {
    if (variant.items && next !== undefined) return findParts(variant.items, path)
    if (next === undefined) return [variant]
    const part = variant.properties?.[next]
    return part ? findParts(part, rest) : []
  })
}

const lowest = (numbers: (number | undefined)[]): { least?: number } => {
  const known = numbers.filter((value) => value !== undefined)
  return known.length > 0 ? { least: Math.min(...known) } : {}
}
const highest = (numbers: (number | undefined)[]): { most?: number } => {
  const known = numbers.filter((value) => value !== undefined)
  return known.length > 0 ? { most: Math.max(...known) } : {}
}

function readParts(found: readonly JsonSchema[], kind: ColumnRule['kind']): Said {
  if (kind === 'range') return { ...lowest(found.map((p) => p.minimum)), ...highest(found.map((p) => p.maximum)) }
  if (kind === 'length') return { ...lowest(found.map((p) => p.minLength)), ...highest(found.map((p) => p.maxLength)) }
  if (kind === 'items') return { ...lowest(found.map((p) => p.minItems)), ...highest(found.map((p) => p.maxItems)) }
  if (kind === 'words') {
    // The values of a list are those of its items.
    const parts = found.flatMap((part) => (part.items ? variantsOf(part.items) : [part]))
    const words = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]))
    return words.length > 0 ? { words: words.map(String) } : {}
  }
  const pattern = found.find((part) => part.pattern !== undefined)?.pattern
  return pattern === undefined ? {} : { pattern }
}

/** The rule of a part of a schema. Throws if there is no such part. */
export function schemaRule(schema: z.ZodType, path = '', name = 'schema'): ContractRule {
  return {
    name: `${name}${path && ` › ${path}`}`,
    read: (kind) => {
      const sides = toJsonSchemas(schema).map((json) => findParts(json, path === '' ? [] : path.split('.')))
      if (sides.every((found) => found.length === 0)) throw new Error(`the contract has no ${name} › ${path}`)
      const [input = {}, output = {}] = sides.map((found) => readParts(found, kind))
      // A value passes both sides, so the stricter bound counts.
      const leasts = [input.least, output.least].filter((value) => value !== undefined)
      const mosts = [input.most, output.most].filter((value) => value !== undefined)
      return {
        ...output,
        ...input,
        ...(leasts.length > 0 ? { least: Math.max(...leasts) } : {}),
        ...(mosts.length > 0 ? { most: Math.min(...mosts) } : {}),
      }
    },
  }
}

type Endpoint = { method: string; path: string; input: z.ZodType }

export const inputRule = (endpoint: Endpoint, path: string): ContractRule =>
  schemaRule(endpoint.input, path, `${endpoint.method} ${endpoint.path}`)

/** A table and the endpoints whose input fields fill its columns: `bufferMinutes` fills `buffer_minutes`. */
export type InputMapping = readonly [table: string, ...endpoints: Endpoint[]]

/** Returns a mapping for each `table.column` with an input field. */
export const mapInputs = (inputs: readonly InputMapping[], columns: readonly string[]): Mapping[] =>
  inputs.flatMap(([table, ...endpoints]) =>
    columns
      .filter((column) => column.startsWith(`${table}.`))
      .flatMap((column) => {
        const field = column.slice(table.length + 1).replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())
        return endpoints
          .filter(({ input }) => toJsonSchemas(input).some((json) => findParts(json, [field]).length > 0))
          .map((endpoint): Mapping => [inputRule(endpoint, field), column])
      }),
  )

export const constantRule = (name: string, bounds: { least?: number; most?: number }): ContractRule => ({
  name,
  read: (kind) => (kind === 'words' || kind === 'pattern' ? {} : bounds),
})

export const wordsRule = (name: string, words: readonly (string | number)[]): ContractRule => ({
  name,
  read: (kind) => (kind === 'words' ? { words: words.map(String) } : {}),
})

export const inHundredths = (rule: ContractRule): ContractRule => ({
  ...rule,
  read: (kind) => {
    const { least, most } = rule.read(kind)
    return {
      ...(least === undefined ? {} : { least: Math.round(least * 100) }),
      ...(most === undefined ? {} : { most: Math.round(most * 100) }),
    }
  },
})

/** Declares that the database allows more than the contract, and why. */
export const narrower = (rule: ContractRule, why: string): ContractRule => ({ ...rule, narrower: why })

export const isAbout = (contract: ContractRule, kind: ColumnRule['kind']): boolean =>
  Object.keys(contract.read(kind)).length > 0

/** Lists the columns of a mapping: `hold.{lat,lng}` is `hold.lat` and `hold.lng`. */
export const expandColumns = (columns: readonly string[]): string[] =>
  columns.flatMap((text) => {
    const [, table = '', names] = /^(\w+)\.\{(.+)\}$/.exec(text) ?? []
    return names ? names.split(',').map((name) => `${table}.${name}`) : [text]
  })

const canonical = (pattern: string): string => pattern.replaceAll('\\d', '[0-9]').replaceAll('\\/', '/')

/**
 * Compares a database rule with a contract rule. Returns the difference, or null. The contract may require a longer
 * text. A minimum length of 1 is not compared, because an empty text is stored as null or refused as missing.
 */
export function compareRules(database: ColumnRule, contract: ContractRule): string | null {
  const said = contract.read(database.kind)
  const differs = (what: string, own: unknown, other: unknown) =>
    `${database.column}: the database has ${what} ${own}, ${contract.name} has ${other}`
  if (database.kind === 'words') {
    const [own, other] = [new Set(database.words), new Set(said.words)]
    const missing = [...other].filter((word) => !own.has(word))
    const extra = [...own].filter((word) => !other.has(word))
    return missing.length + (contract.narrower ? 0 : extra.length) === 0
      ? null
      : differs('the words', [...own].join(', '), [...other].join(', ') || 'none')
  }
  if (database.kind === 'pattern')
    return canonical(database.pattern ?? '') === canonical(said.pattern ?? '')
      ? null
      : differs('the pattern', database.pattern, said.pattern)
  const { most, least } = database
  if (most !== undefined && (contract.narrower ? (said.most ?? Infinity) > most : said.most !== most))
    return differs('the maximum', most, said.most)
  if (least === undefined || (database.kind !== 'range' && least <= 1)) return null
  const isStricter = contract.narrower !== undefined || database.kind !== 'range'
  return (isStricter ? (said.least ?? 0) < least : said.least !== least)
    ? differs('the minimum', least, said.least)
    : null
}
