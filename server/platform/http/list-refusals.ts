import { type Endpoint, getRolesFor } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'

export const listRefusals = (endpoint: Endpoint): ReadonlySet<RefusalCode> =>
  new Set([...endpoint.refuses, ...refusalsOfGuard(endpoint)])

function refusalsOfGuard({
  method,
  access,
  key,
  limit,
  secret,
  notActing,
  stepUp,
  oneFactor,
  duties,
  stops,
  bodyBytes,
  costly,
  scope,
}: Endpoint): RefusalCode[] {
  const writes = method !== 'GET'
  const when = (holds: boolean, ...codes: RefusalCode[]) => (holds ? codes : [])
  return [
    'invalid_input',
    'session_ended',
    'suspended',
    'unavailable',
    'network_stopped',
    ...when(getRolesFor(access).length > 0, 'not_signed_in', 'not_yours'),
    ...when(Boolean(scope), 'rate_limited'),
    // Any endpoint can reject an API key.
    'key_unknown',
    'scope_missing',
    ...when(Boolean(duties), 'duty_required'),
    ...when(Boolean(stops), 'stopped'),
    ...when(access !== 'operator', 'mail_domain_stopped'),
    ...when(Boolean(notActing), 'not_allowed_acting'),
    ...when(!oneFactor, 'second_factor_needed'),
    ...when(Boolean(stepUp), 'step_up_needed'),
    ...when(Boolean(limit), 'rate_limited', 'challenge_required'),
    ...when(Boolean(costly), 'rate_limited'),
    ...when(writes, 'cross_origin', 'not_json'),
    ...when(writes, bodyBytes ? 'file_too_big' : 'body_too_big'),
    ...when(Boolean(key), 'idempotency_key_missing'),
    ...when((Boolean(key) || method === 'POST') && !secret, 'idempotency_mismatch', 'request_running'),
  ]
}
