import { z } from 'zod'
import { type Endpoint, pathFields, rolesFor } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'
import { refusalsOf } from './refusals-of.ts'

type Schema = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return schema
}

/** The OpenAPI 3.1 document of these endpoints, from the contract alone. */
export function openApi(
  endpoints: readonly { domain: string; name: string; endpoint: Endpoint }[],
  publicUrl: string,
): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const { domain, name, endpoint } of endpoints) {
    const ofPath = paths[endpoint.path] ?? {}
    paths[endpoint.path] = { ...ofPath, [endpoint.method.toLowerCase()]: operation(domain, name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Primp',
      version: '1',
      description:
        'Find freelance beauty artists for a party, ready by the time it needs. Success answers { data }, failure { message, code, errors?, requestId }.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        visitor: { type: 'apiKey', in: 'cookie', name: 'primp_visitor' },
      },
      schemas: { Failure: failure },
    },
    paths,
  }
}

function operation(domain: string, name: string, endpoint: Endpoint): Schema {
  const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Schema>; required?: string[] }
  const inPath = pathFields(endpoint.path)
  const others = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
  const asksInQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const required = (key: string) => input.required?.includes(key) ?? false
  const parameters = [
    ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: input.properties?.[key] ?? {} })),
    ...(endpoint.key
      ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 200 } }]
      : []),
    ...(asksInQuery
      ? others.map(([key, schema]) => ({ name: key, in: 'query', required: required(key), schema }))
      : []),
  ]
  const body = {
    type: 'object',
    properties: Object.fromEntries(others),
    required: others.map(([key]) => key).filter(required),
  }
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: endpoint.summary,
    parameters,
    ...(!asksInQuery && others.length
      ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
      : {}),
    security: rolesFor(endpoint.access).length
      ? [{ bearer: [] }]
      : endpoint.access === 'visitor'
        ? [{}, { visitor: [] }, { bearer: [] }]
        : [],
    'x-roles': rolesFor(endpoint.access),
    responses: {
      200: {
        description: 'Done',
        content: json({
          type: 'object',
          properties: { data: schemaOf(endpoint.output, 'output') },
          required: ['data'],
        }),
      },
      ...failures(endpoint),
    },
  }
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

const failure: Schema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    detail: {},
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

function failures(endpoint: Endpoint): Schema {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        description: all.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
        content: json({ $ref: '#/components/schemas/Failure' }),
      },
    ]),
  )
}
