import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'

type CheckDef = { check: string; value?: number; minimum?: number; abort?: boolean; format?: string }
type Def = z.core.$ZodTypes['_zod']['def'] & { checks?: z.core.$ZodCheck[]; format?: string }

/** Formats whose pattern has a fixed length. */
const fixedLength = new Set(['uuid', 'date'])

const checksOf = (def: Def) => (def.checks ?? []).map((check): CheckDef => check._zod.def)
const hasMaximum = (def: Def) => checksOf(def).some(({ check }) => check === 'max_length' || check === 'length_equals')
const hasRange = (def: Def) => {
  const checks = checksOf(def).map(({ check }) => check)
  return checks.includes('less_than') && checks.includes('greater_than')
}
/** Returns whether later checks are skipped for too long values. */
const abortsAtMaximum = (def: Def) => {
  const checks = checksOf(def)
  const pattern = checks.findIndex(({ check, format }) => check === 'string_format' && !fixedLength.has(format ?? ''))
  const maximum = checks.findIndex(({ check, abort }) => check === 'max_length' && abort)
  return pattern < 0 || (maximum >= 0 && maximum < pattern)
}

/** Returns the paths of a schema without a size limit. */
function unbounded(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
  bounded = false,
): string[] {
  if (seen.has(schema)) return []
  const around = new Set([...seen, schema])
  const def = schema._zod.def as Def
  const inner = (one: z.core.$ZodType, at = path, isBounded = false) => unbounded(one, at, around, isBounded)
  switch (def.type) {
    case 'string':
      if (fixedLength.has(def.format ?? '')) return []
      if (!bounded && !hasMaximum(def)) return [`${path}: string`]
      return bounded || abortsAtMaximum(def) ? [] : [`${path}: pattern runs on a text that is too long`]
    case 'array':
      return [...(bounded || hasMaximum(def) ? [] : [`${path}: array`]), ...inner(def.element, `${path}[]`)]
    case 'record':
      return [
        ...(['enum', 'literal'].includes(def.keyType._zod.def.type) || z.globalRegistry.get(schema)?.['maxProperties']
          ? []
          : [`${path}: record`]),
        ...inner(def.valueType, `${path}{}`),
      ]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => inner(value, `${path}.${key}`))
    case 'union':
      return def.options.flatMap((option, i) => inner(option, `${path}|${i}`))
    case 'tuple':
      return [...(def.rest ? [`${path}: rest`] : []), ...def.items.flatMap((item, i) => inner(item, `${path}[${i}]`))]
    case 'pipe':
      // A limit of the first part holds for the second.
      if (isNumber(def.in) && isNumber(def.out)) return inner(def.out)
      return [...inner(def.in, path, bounded), ...inner(def.out, path, bounded || isBounded(def.in))]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return inner(def.innerType, path, bounded)
    case 'lazy':
      return inner(def.getter(), path, bounded)
    case 'intersection':
      return [...inner(def.left), ...inner(def.right)]
    case 'number':
      return hasRange(def) || (bounded && !def.checks?.length) ? [] : [`${path}: number`]
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'transform':
      return []
    default:
      return [`${path}: ${def.type}`]
  }
}

const isNumber = (schema: z.core.$ZodType) => schema._zod.def.type === 'number'

function isBounded(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as Def
  if (def.type === 'pipe') return isBounded(def.in)
  return def.type === 'number' || (def.type === 'string' && hasMaximum(def))
}

const endpoints = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => [`${domain}.${name}`, endpoint as Endpoint] as const),
)

/** Parsed by a separate strict schema; limited by `bodyBytes` and the depth limit of bodies. */
const checkedElsewhere = [
  'reviewExport.check.file: unknown',
  'profileImport.preview.file: unknown',
  'profileImport.run.file: unknown',
]

test('every text, list, record and number of every input has a maximum', () => {
  expect(endpoints).not.toEqual([])
  expect(endpoints.flatMap(([name, { input }]) => unbounded(input, name))).toEqual(checkedElsewhere)
})

test('a minimum of two or more characters counts code points, as the database does', () => {
  const found: string[] = []
  for (const [name, { input }] of endpoints)
    visitTypes(input, name, 'string', (path, def) => {
      const checks = checksOf(def)
      const counts = checks.some(({ check, minimum = 0 }) => check === 'min_length' && minimum > 1)
      if (counts && !def.format && !checks.some(({ check }) => check === 'custom' || check === 'string_format'))
        found.push(path)
    })
  expect(found).toEqual([])
})

/**
 * Numbers of any precision: coordinates, distances, speeds, the crop of a picture, and a share with its own refusal.
 */
const fractions = /coordinates\[[01]\]$|\.(?:lat|lng|radius|radiusKm|free|kmh|detour|depositShare|crop\.(?:x|y|size))$/

test('every number of an input is an integer or has at most two decimals, as money has', () => {
  const found: string[] = []
  for (const [name, { input }] of endpoints)
    visitTypes(input, name, 'number', (path, def) => {
      const checks = checksOf(def)
      const stepped = checks.some(({ check, format }) => check === 'multiple_of' || format === 'safeint')
      if (!stepped && def.format !== 'safeint' && !fractions.test(path)) found.push(path)
    })
  expect(found).toEqual([])
})

function visitTypes(
  schema: z.core.$ZodType,
  path: string,
  type: 'number' | 'string',
  visit: (path: string, def: Def) => void,
): void {
  const seen = new Set<z.core.$ZodType>()
  const walk = (one: z.core.$ZodType, at: string): void => {
    const def = one._zod.def as Def
    if (def.type === type) {
      visit(at, def)
      return
    }
    if (seen.has(one)) return
    seen.add(one)
    if (def.type === 'object') for (const [key, value] of Object.entries(def.shape)) walk(value, `${at}.${key}`)
    if (def.type === 'array') walk(def.element, `${at}[]`)
    if (def.type === 'record') walk(def.valueType, `${at}{}`)
    if (def.type === 'union') for (const [i, option] of def.options.entries()) walk(option, `${at}|${i}`)
    if (def.type === 'tuple') for (const [i, item] of def.items.entries()) walk(item, `${at}[${i}]`)
    if (def.type === 'pipe' && !(def.in._zod.def.type === 'number' && def.out._zod.def.type === 'number'))
      walk(def.in, at)
    if (def.type === 'pipe') walk(def.out, at)
    if ('innerType' in def) walk(def.innerType, at)
    if (def.type === 'lazy') walk(def.getter(), at)
    if (def.type === 'intersection') {
      walk(def.left, at)
      walk(def.right, at)
    }
  }
  walk(schema, path)
}
