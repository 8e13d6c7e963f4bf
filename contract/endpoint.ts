import type { z } from 'zod'
import type { Duty } from './accounts/duties.ts'
import type { PartnerScope, Scope } from './accounts/scopes.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone; anyone, known by the visitor cookie; someone signed in; someone with that role; a partner's program. */
export type Access = 'public' | 'visitor' | 'member' | 'provider' | 'operator' | 'partner'

/** What an operator can stop for the whole site. */
type Stoppable = 'sign_ups' | 'searches_by_mail' | 'sms' | 'payouts' | 'bookings'

export type Endpoint<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` where a field of the input stands in the path. */
  path: `/v1/${string}`
  access: Access
  /** Of an operator's call: the duties of which its caller needs one; none for what every operator may. */
  duties?: readonly Duty[]
  /** What a key needs to open it: an artist's where it is a call of artists, else a partner's; without one no key does. */
  scope?: Scope | PartnerScope
  /** What must not have been stopped for the whole site. */
  stops?: Stoppable
  summary: string
  /** Path, query and body as one object; what is not in the path is the query of a GET, else the JSON body. */
  input: I
  output: O
  refuses: readonly RefusalCode[]
  /** At most this many calls a minute and caller, shared by all processes. */
  limit?: number
  /** The answer lets somebody in: it is kept nowhere, and a repeated call is run anew. */
  secret?: true
  /** The searches of this browser's visitor cookie become those of who signs in, or is signed in. */
  claims?: true
  /** Whoever calls leaves this browser: its visitor cookie ends with the session. */
  leaves?: true
  /** Not while an operator acts as this person: money, messages, passwords, addresses. */
  notActing?: true
  /** Only within five minutes of having shown that it is them: by signing in, or anew. */
  stepUp?: true
  /** Open to an operator, too, who has not shown a second factor yet. */
  oneFactor?: true
  /** A GET that leaves something behind: the price it locks, the trace of who looked. */
  writes?: true
  /** What it keeps shows on no open page: after it nobody has to hear of anything. */
  tellsNobody?: true
  /** Must carry an Idempotency-Key: money, bookings, requests and offers are never done twice. */
  key?: true
  /** Its key is kept with its act and not before: everything it does is in that one transaction, or may be done twice. */
  keyInAct?: true
  /** Plans and prices for many, or looks through much: done a few at a time, and not for a network that asks for too many. */
  costly?: true
  /** The most bytes that a body with a picture may have, refused as `file_too_big`; others take 256 KB. */
  bodyBytes?: number
}

/** The roles of which a caller needs one, as the guard asks for them and the OpenAPI document says in `x-roles`. */
export const getRolesFor = (access: Access): readonly ('customer' | 'provider' | 'operator' | 'partner')[] =>
  access === 'member' ? ['customer'] : access === 'public' || access === 'visitor' ? [] : [access]

/** Declares one call: what goes in, what comes out, who may, and every 'no' the caller can act on. */
export const defineEndpoint = <I extends z.ZodObject, O extends z.ZodType>(declared: Endpoint<I, O>): Endpoint<I, O> =>
  declared

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.infer<I> : never
export type SentTo<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer O> ? z.infer<O> : never

/** The names of the fields of the input that stand in the path, in order. */
export const listPathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string)
