import type { z } from 'zod'
import type { Duty } from './accounts/duties.ts'
import type { PartnerScope, Scope } from './accounts/scopes.ts'
import type { RefusalCode } from './refusals.ts'

export type Access = 'public' | 'visitor' | 'member' | 'provider' | 'operator' | 'partner'

/** Switches with which an operator stops an endpoint for the whole site. */
type Stoppable = 'sign_ups' | 'searches_by_mail' | 'sms' | 'payouts' | 'bookings'

export type Endpoint<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  access: Access
  /** Operator endpoints: the caller needs one of these duties. Without duties, every operator may call the endpoint. */
  duties?: readonly Duty[]
  /** The scope that an API key needs. An endpoint without a scope accepts no key. */
  scope?: Scope | PartnerScope
  stops?: Stoppable
  summary: string
  /**
   * Path, query and body as one object. Fields that are not in the path are the query of a GET request, or else the
   * JSON body.
   */
  input: I
  output: O
  refuses: readonly RefusalCode[]
  /** Maximum requests per minute and caller, shared by all processes. */
  limit?: number
  /** The response starts a session: it is never stored for idempotent retries. */
  secret?: true
  /** Moves the searches of the visitor cookie to the account that signs in or is signed in. */
  claims?: true
  leaves?: true
  /** Refused while an operator acts as the account's owner: money, messages, passwords, addresses. */
  notActing?: true
  stepUp?: true
  /** Allowed for an operator who has not yet passed the second factor. */
  oneFactor?: true
  writes?: true
  /** No open page shows the changes of this call, so it publishes no live event. */
  tellsNobody?: true
  /** Requires an Idempotency-Key header: money, bookings, requests and offers. */
  key?: true
  /**
   * Stores the idempotency key in the mutation's transaction. All effects must be in that transaction or repeatable.
   */
  keyInAct?: true
  /** An expensive request: runs with limited concurrency and is throttled per network. */
  costly?: true
  /** Seconds for which browsers and CDNs may cache the response; it must be the same for every caller. */
  cacheSeconds?: number
  /** Maximum bytes of a body with a picture, refused as `file_too_big`; the default is 256 KB. */
  bodyBytes?: number
}

/** Returns the roles that grant access; the caller needs one. The OpenAPI document lists them in `x-roles`. */
export const getRolesFor = (access: Access): readonly ('customer' | 'provider' | 'operator' | 'partner')[] =>
  access === 'member' ? ['customer'] : access === 'public' || access === 'visitor' ? [] : [access]

export const defineEndpoint = <I extends z.ZodObject, O extends z.ZodType>(declared: Endpoint<I, O>): Endpoint<I, O> =>
  declared

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.infer<I> : never
export type SentTo<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer O> ? z.infer<O> : never

export const listPathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string)
