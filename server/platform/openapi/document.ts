import { keyLimits, partnerKeyLimits } from '#contract/accounts/scopes.ts'
import { type Endpoint, pathFields, rolesFor } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'
import { refusalsOf } from '#server/platform/http/refusals-of.ts'
import { exampleOf } from './example-of.ts'
import { type Drawn, type Schema, schemasOf } from './schemas-of.ts'
import { tags } from './tags.ts'

export type Listed = { domain: keyof typeof tags; name: string; endpoint: Endpoint }
export type Audience = 'everyone' | 'operators'

const order = Object.keys(tags)

/** The calls of one of the two documents, in the order of their headings: those of operators stand in one of their own. */
export const callsFor = (audience: Audience, calls: readonly Listed[]): readonly Listed[] =>
  calls
    .filter(({ endpoint }) => (endpoint.access === 'operator') === (audience === 'operators'))
    .toSorted((a, b) => order.indexOf(a.domain) - order.indexOf(b.domain))

/** The OpenAPI 3.1 document of these calls, from the contract alone: named schemas, every answer, an example of each. */
export function openApi(audience: Audience, calls: readonly Listed[], publicUrl: string): Schema {
  const listed = callsFor(audience, calls)
  const schemas = schemasOf(
    Object.fromEntries(listed.map((call) => [idOf(call), call.endpoint.input])),
    Object.fromEntries(listed.map((call) => [idOf(call), call.endpoint.output])),
  )
  const paths: Record<string, Record<string, Schema>> = {}
  for (const call of listed) {
    const { method } = call.endpoint
    // The server takes either; a slash at the end is no part of a name.
    const path = call.endpoint.path.replace(/\/$/, '')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(call, schemas) }
  }
  const domains = [...new Set(listed.map(({ domain }) => domain))]
  return {
    openapi: '3.1.0',
    info: {
      title: audience === 'operators' ? 'Primp, the operators’ console' : 'Primp',
      version: '1',
      summary: 'Find freelance beauty artists for a party, ready by the time it needs.',
      description: about,
      contact: { name: 'Primp', url: publicUrl },
    },
    servers: [{ url: publicUrl, description: 'This site' }],
    tags: domains.map((domain) => ({ name: tags[domain][0], description: tags[domain][1] })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token that logging in answers.',
        },
        ...(audience === 'everyone' ? { key, partner } : {}),
        ...(audience === 'everyone' ? { visitor } : {}),
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: { RequestId: requestId, RetryAfter: retryAfter },
      schemas: { Failure: failure, ...schemas.named },
    },
    paths,
  }
}

const about = `Success answers \`{ data }\`; a refusal answers \`{ message, code, errors?, requestId }\`, where \`code\` is what a program acts on and \`message\` is a sentence for a person.

Money is in the unit of its currency, with decimals (44 is £44.00); times are ISO 8601 with an offset. A POST may carry an \`Idempotency-Key\`: the same key with the same body is done once and answered alike.`

const key = {
  type: 'http',
  scheme: 'bearer',
  description: `A key that an artist has made for another program, sent where the token would be. It opens the calls of its scopes, ${keyLimits.aMinute} times a minute in all.`,
}
const partner = {
  type: 'http',
  scheme: 'bearer',
  description: `A key of a partner’s, sent where the token would be. It opens the calls of its scopes (catalog:read, search:read, artists:read, bookings:read), as often a minute as was agreed, ${partnerKeyLimits.mostAMinute} times at most, and gives no personal data of customers.`,
}
const visitor = {
  type: 'apiKey',
  in: 'cookie',
  name: 'primp_visitor',
  description: 'Set with the first search; whose searches these are, without an account.',
}
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'The caller’s own name for this act. The same key with the same body is done once; with another body it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '0c4c0a52-7f0c-4a56-9f36-1f1f5a0b9b11',
}
const requestId = { description: 'What logs call this request.', schema: { type: 'string' } }
const retryAfter = { description: 'In how many seconds to ask again.', schema: { type: 'integer' } }

const idOf = ({ domain, name }: Listed): string => `${domain}.${name}`

function operation(call: Listed, { input: sent, output, named }: Drawn): Schema {
  const { domain, endpoint } = call
  const input = fieldsOf(sent[idOf(call)] as Schema, named)
  const inPath = pathFields(endpoint.path)
  const others = Object.entries(input.properties).filter(([key]) => !inPath.includes(key))
  const asksInQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const parameter = (key: string, where: 'path' | 'query', required: boolean) => {
    const schema = input.properties[key] ?? {}
    return { name: key, in: where, required, schema, example: exampleOf(schema, named, key) }
  }
  const parameters = [
    ...inPath.map((key) => parameter(key, 'path', true)),
    ...(endpoint.key ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(asksInQuery ? others.map(([key]) => parameter(key, 'query', input.required.includes(key))) : []),
  ]
  const data = output[idOf(call)] as Schema
  return {
    operationId: idOf(call),
    tags: [tags[domain][0]],
    summary: endpoint.summary,
    description: described(endpoint),
    ...(parameters.length ? { parameters } : {}),
    ...(!asksInQuery && others.length ? { requestBody: bodyOf(input, others, inPath, named) } : {}),
    security: securityOf(endpoint),
    'x-roles': rolesFor(endpoint.access),
    // A scheme of this kind lists no scopes of its own.
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    responses: {
      200: {
        description: 'Done',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
        content: {
          'application/json': {
            schema: { type: 'object', properties: { data }, required: ['data'] },
            example: { data: exampleOf(data, named) },
          },
        },
      },
      ...failures(endpoint),
    },
  }
}

/** By what a call is opened; an empty one says that nothing has to be shown. */
function securityOf({ access, scope }: Endpoint): Record<string, never[]>[] {
  if (access === 'partner') return [{ partner: [] }]
  if (rolesFor(access).length) return [{ bearer: [] }, ...(scope ? [{ key: [] }] : [])]
  const byKey = scope ? [{ partner: [] }] : []
  if (access === 'visitor') return [{}, { visitor: [] }, { bearer: [] }, ...byKey]
  return byKey.length ? [{}, ...byKey] : []
}

type Fields = { whole: Schema; properties: Record<string, Schema>; required: readonly string[] }

/** The fields of an input, which may be a named type as a whole. */
function fieldsOf(schema: Schema, named: Drawn['named']): Fields {
  const { $ref } = schema
  const { properties = {}, required = [] } = (
    $ref ? named[String($ref).split('/').at(-1) ?? ''] : schema
  ) as Partial<Fields>
  return { whole: schema, properties, required }
}

function bodyOf(
  { whole, required }: Fields,
  fields: [string, Schema][],
  inPath: readonly string[],
  named: Drawn['named'],
): Schema {
  const schema =
    whole['$ref'] && inPath.length === 0
      ? whole
      : {
          type: 'object',
          properties: Object.fromEntries(fields),
          required: fields.map(([key]) => key).filter((key) => required.includes(key)),
        }
  return { required: true, content: { 'application/json': { schema, example: exampleOf(schema, named) } } }
}

const who: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Open to everybody.',
  visitor: 'Open to everybody; the visitor cookie or a token says whose it is.',
  member: 'For whoever is signed in.',
  provider: 'For artists.',
  operator: 'For operators.',
  partner: 'For programs of partners.',
}

/** What holds for a call beside its fields, in sentences. */
function described({ access, scope, duties, limit, stepUp, notActing, oneFactor, key, costly }: Endpoint): string {
  const said = [
    who[access],
    scope && `A key ${access === 'provider' ? '' : 'of a partner’s '}needs the scope ${scope}.`,
    duties?.length && `Needs one of these duties: ${duties.join(', ')}.`,
    limit && `At most ${limit} calls a minute.`,
    key && 'Done once for an Idempotency-Key, however often it is sent.',
    stepUp && 'Only within five minutes of having shown that it is you.',
    notActing && 'Not while an operator acts as somebody.',
    oneFactor && 'Also before a second factor has been shown.',
    costly && 'Much work: a few at a time.',
  ]
  return said.filter(Boolean).join(' ')
}

const failure: Schema = {
  type: 'object',
  description: 'Why something was not done.',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', enum: Object.keys(refusals), description: 'What a program acts on.' },
    requestId: { type: 'string', description: 'What logs call this request.' },
    detail: { description: 'More of it, where the code has more to say.' },
    errors: {
      type: 'array',
      description: 'The fields that are wrong, each with its sentence.',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

function failures(endpoint: Endpoint): Schema {
  const codes = [...refusalsOf(endpoint), 'fault' as const]
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => refusals[code][0])].map(([status, all]) => [
      status,
      {
        description: all.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(status === 429 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
        },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            example: { message: refusals[all[0] as keyof typeof refusals][1], code: all[0], requestId: '4b1c7b0e' },
          },
        },
      },
    ]),
  )
}
