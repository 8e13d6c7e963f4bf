import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** Keys of the site: signing of sessions and webhooks, private pictures and tax identities, and signed forms. */
export const siteKeyKinds = ['signing', 'identity', 'forms'] as const
const SiteKeyKind = z.enum(siteKeyKinds)
export type SiteKeyKind = z.infer<typeof SiteKeyKind>

const ListedKey = z.object({
  kind: SiteKeyKind,
  /** A configured key is rotated in the configuration, not in the console. */
  place: z.enum(['database', 'configuration']),
  /** Time of the last rotation, or of the creation; null for a configured key, or one that was not needed yet. */
  since: Instant.nullable(),
  /** Number of former keys that still verify or decrypt. */
  former: z.number().int(),
})
export type ListedKey = z.infer<typeof ListedKey>

export const operatorKeys = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/keys',
    access: 'operator',
    duties: ['owner'],
    summary: 'Lists the keys of the site, where they are kept and since when. Never the keys themselves.',
    input: z.object({}),
    output: z.object({ keys: z.array(ListedKey) }),
    refuses: operators,
  }),
  rotate: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/keys/{kind}/rotate',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary:
      'Replaces a key of the site. The three former keys stay valid, so that nobody is logged out. What the former keys encrypted is encrypted again.',
    input: z.object({ kind: SiteKeyKind, reason: Reason }),
    output: z.object({
      keys: z.array(ListedKey),
      /** Pictures, tax identities or forms encrypted again, and those that no key decrypts. */
      sealed: z.number().int(),
      lost: z.number().int(),
    }),
    refuses: [...operators, 'key_configured', 'not_allowed_acting'],
    limit: 10,
    notActing: true,
  }),
}
