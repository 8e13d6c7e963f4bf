import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, oneLineSchema } from '#contract/values.ts'
import { Scope } from './scopes.ts'

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** First letters of the key. The whole key is returned once, when it is created. */
  begins: z.string(),
  scopes: z.array(Scope),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/api-keys',
    access: 'provider',
    summary: "Lists the caller's active API keys, newest first.",
    input: z.object({}),
    output: z.object({ keys: z.array(ApiKey) }),
    refuses: [],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/api-keys',
    access: 'provider',
    notActing: true,
    stepUp: true,
    secret: true,
    summary: 'Creates an API key with the given scopes. Only this response contains the whole key.',
    input: z.object({
      name: oneLineSchema(80),
      scopes: z.array(Scope).min(1, 'Choose at least one permission.').max(10),
    }),
    output: z.object({ key: ApiKey, token: z.string() }),
    refuses: ['too_many_keys'],
    limit: 30,
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/api-keys/{keyId}',
    access: 'provider',
    notActing: true,
    summary: 'Revokes an API key within a second.',
    input: z.object({ keyId: z.uuid() }),
    output: z.object({ ended: z.literal(true) }),
    refuses: ['not_found'],
  }),
}
