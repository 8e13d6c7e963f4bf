import { sample } from 'openapi-sampler'
import type { Document } from './document.ts'
import { examplesByFieldName, examplesByPattern } from './texts.ts'

export type Schema = Record<string, unknown>

export function createExample(schema: Schema, name = '', document: object = schema): unknown {
  addFieldExamples(schema, name)
  return sample(schema, { quiet: true, enablePatterns: true }, document)
}

export function addExamples(document: Document): void {
  for (const schema of Object.values(document.components?.schemas ?? {})) addFieldExamples(schema)
  for (const path of Object.values(document.paths ?? {}))
    for (const { parameters = [], requestBody, responses } of Object.values(path)) {
      const bodies = [requestBody, ...Object.values(responses)].map((body) => body?.content['application/json'])
      for (const part of [...parameters, ...bodies]) {
        if (!part?.schema || 'example' in part) continue
        part.example = createExample(part.schema, part.name, document)
      }
    }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

function addFieldExamples(schema: unknown, name = ''): void {
  if (!isSchema(schema)) return
  const { examples, properties, items, additionalProperties, prefixItems, anyOf, oneOf } = schema
  const example = examples ? undefined : findFieldExample(schema, name)
  if (example !== undefined) Object.assign(schema, { examples: [example] })
  for (const [key, property] of Object.entries(properties ?? {})) addFieldExamples(property, key)
  for (const inner of [items, additionalProperties, prefixItems, anyOf, oneOf].flat()) addFieldExamples(inner, name)
}

function findFieldExample(schema: Schema, name: string): string | number | undefined {
  const { format, pattern, minLength = 0, maxLength = 1_000 } = schema
  if ('const' in schema || 'enum' in schema) return undefined
  const type = [schema['type']].flat()[0]
  if (type === 'integer' || type === 'number') return findNumberExample(schema)
  if (type !== 'string') return undefined
  const expression = pattern === undefined ? undefined : new RegExp(String(pattern), 'u')
  return [examplesByFieldName[name], ...(expression ? examplesByPattern : format ? [] : ['A few words.'])].find(
    (text) =>
      text !== undefined &&
      text.length >= Number(minLength) &&
      text.length <= Number(maxLength) &&
      (expression?.test(text) ?? true),
  )
}

function findNumberExample({ minimum = 0, maximum = 1, multipleOf = 1 }: Schema): number | undefined {
  const step = Math.max(1, Number(multipleOf))
  return Number(minimum) <= step && Number(maximum) >= step ? step : undefined
}
