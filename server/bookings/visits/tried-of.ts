import { Refusal } from '#server/platform/refusal.ts'
import type { Offered } from './offered-visits.ts'

/** What is tried at one visit, and the patch tests that are done at it; refused where the artist does not offer all of that, or no test is missing. */
export function triedOf(
  { trials, missing }: Offered,
  { services, withTest }: { services: readonly string[]; withTest: boolean },
): Offered {
  const tried = trials.filter(({ service_id }) => services.includes(service_id))
  if (tried.length === 0 || tried.length < new Set(services).size) throw new Refusal('trial_not_offered')
  if (withTest && (missing.length === 0 || tried.some((one) => !one.with_test))) throw new Refusal('trial_not_offered')
  return { trials: tried, missing: withTest ? missing : [] }
}
