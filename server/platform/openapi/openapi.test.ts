import { lintFromString, createConfig } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as any reader would, by its names.
type Document = any
type Operation = Document

let rig: TestRig
const documents: Record<string, Document> = {}
beforeAll(async () => {
  rig = await openRig()
  for (const path of ['/v1/openapi.json', '/v1/openapi-operators.json']) documents[path] = (await rig.call(path)).body
})

const operationsOf = (document: Document): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path as object))

describe.each(['/v1/openapi.json', '/v1/openapi-operators.json'])('OpenAPI document %s', (path) => {
  test('two linters find no error in the OpenAPI document', async () => {
    const source = JSON.stringify(documents[path])
    const found = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) })
    expect(
      found.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => [ruleId, message]),
    ).toEqual([])
    // Takes half a minute; the next test checks the examples in a second.
    if (!process.env['PROVE']) return
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [[oas, 'recommended']] } as never)
    const said = await spectral.run(documents[path])
    expect(said.map(({ code, path: at, message }) => [code, at.join('/'), message])).toEqual([])
  }, 240_000)

  test('each call has a description and a tag, and each response and request body has a valid example', () => {
    const document = documents[path]
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'whole', components: document.components })
    const wrong: unknown[] = []
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
    const allowed = (name: string, schema: object, example: unknown) => {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"whole#/components/')
      const valid = compiled.get(text) ?? ajv.compile(JSON.parse(text))
      compiled.set(text, valid)
      if (!valid(example)) wrong.push([name, ajv.errorsText(valid.errors), example])
    }
    const tags = document.tags.map(({ name }: { name: string }) => name)
    for (const operation of operationsOf(document)) {
      const { operationId, summary, description, tags: of, responses, requestBody, parameters = [] } = operation
      expect(
        [summary, description].every((text) => text?.length > 5),
        operationId,
      ).toBe(true)
      expect(tags).toContain(of[0])
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['200', '400', '500', '503']))
      for (const answer of Object.values<Document>({ ...responses, ...(requestBody ? { requestBody } : {}) })) {
        const { schema, example } = answer.content['application/json']
        allowed(operationId, schema, example)
      }
      for (const parameter of parameters)
        if (parameter.schema) allowed(`${operationId} ${parameter.name}`, parameter.schema, parameter.example)
    }
    expect(wrong).toEqual([])
  })
})

test('the main types have names: search, quotes, artist and booking', () => {
  const { schemas } = documents['/v1/openapi.json'].components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Search',
      'SearchRequest',
      'Quotes',
      'Quote',
      'Artist',
      'Booking',
      'Payment',
      'Review',
      'Plan',
    ]),
  )
  expect(Object.keys(schemas).length).toBeGreaterThan(60)
  expect(schemas.Booking.description).toMatch(/booking/i)
  const quotes = documents['/v1/openapi.json'].paths['/v1/quotes/{quoteId}'].get
  expect(quotes.responses['200'].content['application/json'].schema.properties.data).toEqual({
    $ref: '#/components/schemas/Quotes',
  })
})

test('the webhooks section has the body of each event that a webhook can receive', () => {
  const { webhooks } = documents['/v1/openapi.json']
  expect(Object.keys(webhooks).sort()).toEqual(['ping', ...WebhookEvent.options].sort())
  const { schema } = webhooks['booking.created'].post.requestBody.content['application/json']
  expect(schema.properties.type).toMatchObject({ const: 'booking.created' })
  expect(schema.properties.data.required).toEqual(expect.arrayContaining(['id', 'total', 'currency']))
})

test('the example of a search can be sent as it is', async () => {
  const { post } = documents['/v1/openapi.json'].paths['/v1/quotes']
  const body = post.requestBody.content['application/json'].example
  const { status, body: answer } = await rig.call('/v1/quotes/', { method: 'POST', body })
  expect([status, answer.data.search.people]).toEqual([200, body.people])
})

test('operator calls are in a separate document, and each call is in exactly one', () => {
  const ids = (path: string) => operationsOf(documents[path]).map(({ operationId }) => operationId)
  const [open, console] = [ids('/v1/openapi.json'), ids('/v1/openapi-operators.json')]
  const all = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.keys(calls).map((name) => `${domain}.${name}`),
  )
  expect([...open, ...console].toSorted()).toEqual(all.toSorted())
  expect(operationsOf(documents['/v1/openapi.json']).some((call) => call['x-roles'].includes('operator'))).toBe(false)
  expect(console.length).toBeGreaterThan(50)
})

test('the documentation pages have their own API explorer, and list every call without JavaScript', async () => {
  for (const [page, call] of [
    ['/v1/docs', '/v1/@/{profileId}/testimonials'],
    ['/v1/docs/operators', '/v1/operator/'],
  ] as const) {
    const { body, headers } = await rig.call(page)
    expect(body).toContain(call)
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const [, file] of body.matchAll(/(?:src|href)="(\/v1\/docs\/[\w.]+\.\w+)"/g)) {
      const part = await rig.call(file)
      expect([file, part.status, part.body.length > 100]).toEqual([file, 200, true])
    }
  }
})
