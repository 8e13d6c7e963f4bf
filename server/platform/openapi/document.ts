import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { listPathFields, getRolesFor, type Endpoint } from '#contract/endpoint.ts'
import { webhookPayloads } from '#contract/notifications/webhook-payloads.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import { listRefusals } from '#server/platform/http/list-refusals.ts'
import { addExamples } from './examples.ts'
import './named-schemas.ts'
import { callers, components, description, tags } from './texts.ts'

export type ListedEndpoint = { domain: keyof typeof tags; name: string; endpoint: Endpoint }
export type Audience = 'everyone' | 'operators'
export type Document = ReturnType<typeof createDocument>
type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>['override']>

const order = Object.keys(tags)

export const filterCalls = (audience: Audience, calls: readonly ListedEndpoint[]): readonly ListedEndpoint[] =>
  calls
    .filter(({ endpoint }) => (endpoint.access === 'operator') === (audience === 'operators'))
    .toSorted((a, b) => order.indexOf(a.domain) - order.indexOf(b.domain))

/** Creates the OpenAPI 3.1 documents of these calls from the contract. They share the names of their schemas. */
export function createDocuments(calls: readonly ListedEndpoint[], publicUrl: string): Record<Audience, Document> {
  const whole = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Primp', version: '1' },
      components,
      paths: createPaths(calls),
      webhooks: createWebhooks(),
    },
    { override: simplify, allowEmptySchema: { custom: true, pipe: true, transform: true } },
  )
  addExamples(whole)
  return {
    everyone: select(whole, 'everyone', calls, publicUrl),
    operators: select(whole, 'operators', calls, publicUrl),
  }
}

function select(whole: Document, audience: Audience, calls: readonly ListedEndpoint[], url: string): Document {
  const listed = filterCalls(audience, calls)
  const paths: NonNullable<Document['paths']> = {}
  for (const { endpoint } of listed) {
    const [path, method] = [pathOf(endpoint), endpoint.method.toLowerCase() as 'get']
    paths[path] = { ...paths[path], [method]: whole.paths?.[path]?.[method] }
  }
  const { schemas = {}, securitySchemes = {}, ...others } = whole.components ?? {}
  const webhooks = audience === 'everyone' ? { webhooks: whole.webhooks } : {}
  const used = new Set(findReferences({ paths, webhooks }))
  for (const name of used) for (const reference of findReferences(schemas[name])) used.add(reference)
  return {
    openapi: whole.openapi,
    info: {
      title: audience === 'operators' ? 'Primp operator console' : 'Primp',
      version: '1',
      summary: 'Finds and books freelance beauty artists who have a party ready on time.',
      description,
      contact: { name: 'Primp', url },
    },
    servers: [{ url, description: 'This site' }],
    tags: [...new Set(listed.map(({ domain }) => tags[domain]))].map(([name, text]) => ({ name, description: text })),
    components: {
      ...others,
      securitySchemes: pick(securitySchemes, (name) => audience === 'everyone' || name === 'bearer'),
      schemas: pick(schemas, (name) => used.has(name)),
    },
    paths,
    ...webhooks,
  }
}

/** Creates the requests that the webhooks of artists and partners receive, by event. */
const createWebhooks = () =>
  Object.fromEntries(
    Object.entries(webhookPayloads).map(([event, { summary, body }]) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          tags: [tags.webhooks[0]],
          summary,
          description:
            'Signed as Standard Webhooks defines, with the headers webhook-id, webhook-timestamp and webhook-signature. ' +
            'Other answers than 2xx are retried with the same webhook-id.',
          security: [],
          requestBody: { required: true, content: json(body) },
          responses: { '2XX': { description: 'The event was received.' } },
        },
      },
    ]),
  )

const pick = <T>(fields: Record<string, T>, isPicked: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isPicked(name)))

function findReferences(part: unknown): string[] {
  const names: string[] = []
  JSON.stringify(part, (key, value) => {
    if (key === '$ref') names.push(String(value).split('/').at(-1) as string)
    return value
  })
  return names
}

// The server accepts paths with and without trailing slash.
const pathOf = ({ path }: Endpoint): string => path.replace(/\/$/, '')

function createPaths(calls: readonly ListedEndpoint[]) {
  const paths: ZodOpenApiPathsObject = {}
  for (const call of calls) {
    const path = pathOf(call.endpoint)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: createOperation(call) }
  }
  return paths
}

function createOperation({ domain, name, endpoint }: ListedEndpoint) {
  const { method, input, output, key, scope } = endpoint
  const inPath = listPathFields(endpoint.path)
  const others = z.object(pick(input.shape, (field) => !inPath.includes(field)))
  const isQuery = method === 'GET' || method === 'DELETE'
  return {
    operationId: `${domain}.${name}`,
    tags: [tags[domain][0]],
    summary: endpoint.summary,
    description: describe(endpoint),
    ...(inPath.length || (isQuery && Object.keys(others.shape).length)
      ? {
          requestParams: {
            path: z.object(pick(input.shape, (field) => inPath.includes(field))),
            ...(isQuery ? { query: others } : {}),
          },
        }
      : {}),
    ...(key ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...(!isQuery && Object.keys(others.shape).length
      ? { requestBody: { required: true, content: json(inPath.length ? others : input) } }
      : {}),
    security: securityOf(endpoint),
    'x-roles': getRolesFor(endpoint.access),
    // HTTP security schemes have no scopes in OpenAPI.
    ...(scope ? { 'x-scope': scope } : {}),
    responses: {
      200: { description: 'Success', headers: requestIdHeader, content: json(z.object({ data: output })) },
      ...createFailures(endpoint),
    },
  }
}

const json = (schema: z.ZodType | { $ref: string }, example?: unknown) => ({
  'application/json': { schema, ...(example ? { example } : {}) },
})
const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const retryAfterHeader = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

function createFailures(endpoint: Endpoint) {
  const codes: RefusalCode[] = [...listRefusals(endpoint), 'fault']
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => refusals[code][0])].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
        headers: { ...requestIdHeader, ...(status === 429 ? retryAfterHeader : {}) },
        content: json({ $ref: '#/components/schemas/Failure' }, createFailureExample(group[0] as RefusalCode)),
      },
    ]),
  )
}

const createFailureExample = (code: RefusalCode) => ({ message: refusals[code][1], code, requestId: '4b1c7b0e' })

function securityOf({ access, scope }: Endpoint): Record<string, never[]>[] {
  if (access === 'partner') return [{ partner: [] }]
  if (getRolesFor(access).length) return [{ bearer: [] }, ...(scope ? [{ key: [] }] : [])]
  const byKey = scope ? [{ partner: [] }] : []
  if (access === 'visitor') return [{}, { visitor: [] }, { bearer: [] }, ...byKey]
  return byKey.length ? [{}, ...byKey] : []
}

function describe({ access, scope, duties, limit, stepUp, notActing, oneFactor, key, costly }: Endpoint): string {
  const sentences = [
    callers[access],
    scope && `${access === 'provider' ? 'An API key' : 'A partner key'} needs the scope ${scope}.`,
    duties?.length && `Needs one of these duties: ${duties.join(', ')}.`,
    limit && `At most ${limit} calls a minute.`,
    key && 'Runs once per Idempotency-Key.',
    stepUp && 'Requires authentication within the last five minutes.',
    notActing && 'Refused while an operator acts as another account.',
    oneFactor && 'Allowed before the second factor.',
    costly && 'Runs with limited concurrency.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Replaces schema features that common OpenAPI parsers do not support. */
const simplify: Override = ({ jsonSchema }) => {
  // `items: false` only ends a tuple, which `maxItems` does as well.
  if (jsonSchema.prefixItems && jsonSchema.items === false) jsonSchema.items = {}
  const { propertyNames, additionalProperties, pattern } = jsonSchema
  if (typeof propertyNames === 'object' && propertyNames.enum && typeof additionalProperties === 'object') {
    jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]))
    jsonSchema.additionalProperties = false
    delete jsonSchema.propertyNames
  }
  // Removes zod's default integer bounds.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Unicode classes only mark texts as non-empty.
  if (!pattern?.includes('\\p{')) return
  delete jsonSchema.pattern
  jsonSchema.minLength = 1
}
