import { redirect } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { type SignupStep, parseStepPath } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

export type LoadedSignup = { progress: Progress | null; catalogue: ProviderCatalogue | null }

export const isOpenStep = (path: string): boolean => parseStepPath(path)?.step === 'register'

/** Loads the signup state; only the first step needs no session. Browser only. */
export async function loadSignup(request: Request): Promise<LoadedSignup> {
  if (!getCurrentToken(localStore) && isOpenStep(new URL(request.url).pathname))
    return { progress: null, catalogue: null }
  const progress = await browserApi().signup.show({})
  // The catalogue is for artists: others are still at the first step.
  const joined = progress.steps[0]?.state === 'done' || progress.profile !== null
  return { progress, catalogue: joined ? await browserApi().providerProfile.catalogue({}) : null }
}

/** Returns the open step that an address redirects to, or null if it is allowed. */
export function getStepRedirect(path: string, progress: Progress | null): string | null {
  const at = parseStepPath(path)
  if (!progress) return at?.step === 'register' ? null : '/signup/profile/register'
  const open = progress.state === 'changes_requested' ? '/resubmission' : nextOpen(progress)
  if (!at) return open
  // Steps that were sent back are fixed in their own area.
  if (progress.state === 'changes_requested')
    return toFix(progress).includes(at.step) ? `/resubmission/${at.step}` : '/resubmission'
  const found = progress.steps.find(({ step }) => step === at.step)
  const offered =
    at.categoryId === null ||
    at.categoryId === progress.category?.id ||
    progress.profile?.services.some(({ categoryId }) => categoryId === at.categoryId)
  if (!found || found.state === 'disabled') return open
  return offered ? null : found.path
}

/** Returns the first incomplete step; the last if all are complete. */
function nextOpen(progress: Progress): string {
  const next = progress.steps.find(({ state }) => state !== 'done') ?? progress.steps.at(-1)
  return next?.path ?? '/signup/profile/register'
}

/** Returns the steps that may be fixed: sent back, or no longer valid. */
export const toFix = (progress: Progress): SignupStep[] => {
  const back = progress.sentBack.map(({ step }) => step)
  const wrong = progress.steps
    .filter(({ step, state }) => state === 'error' && !back.includes(step))
    .map(({ step }) => step)
  return [...new Set([...back, ...wrong])]
}

/** Loads the steps to fix; redirects if there are none. */
export async function loadResubmission(request: Request): Promise<LoadedSignup & { progress: Progress }> {
  const loaded = await loadSignup(request)
  if (!loaded.progress) throw redirect('/signup/profile/register')
  return { ...loaded, progress: loaded.progress }
}
