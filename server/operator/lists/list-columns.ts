import { z } from 'zod'

type Column = { name: string; cell: (row: unknown) => string }

/** The columns of a list in a file, named as the fields of its rows are in the contract: a field within another one by both names, many in one cell with semicolons between them. */
export function columnsOf(row: z.ZodType, name = '', read: (row: unknown) => unknown = (row) => row): Column[] {
  const schema = bare(row)
  if (!(schema instanceof z.ZodObject)) return [{ name, cell: (row) => textOf(read(row)) }]
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    columnsOf(field as z.ZodType, name ? `${name}.${key}` : key, (row) => {
      const within = read(row)
      return within === null || within === undefined ? within : (within as Record<string, unknown>)[key]
    }),
  )
}

// What may be missing has the columns of what it is where it is there.
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType)
  return schema
}

// What has no columns of its own stands as it is; each of many is told by its values.
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(oneOf).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const oneOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : textOf(value)
