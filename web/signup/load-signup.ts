import { redirect } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { type SignupStep, parseStepPath } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

export type LoadedSignup = { progress: Progress | null; catalogue: ProviderCatalogue | null }

/** The first step opens without signing in. */
export const isOpenStep = (path: string): boolean => parseStepPath(path)?.step === 'register'

/** Where the caller stands; only the first step opens without signing in. Browser only. */
export async function loadSignup(request: Request): Promise<LoadedSignup> {
  if (!getCurrentToken(localStore) && isOpenStep(new URL(request.url).pathname))
    return { progress: null, catalogue: null }
  const progress = await browserApi().signup.show({})
  // What may be offered is for artists: who is not one yet is still at the first step.
  const joined = progress.steps[0]?.state === 'done' || progress.profile !== null
  return { progress, catalogue: joined ? await browserApi().providerProfile.catalogue({}) : null }
}

/** Where an address of sign-up leads instead: a step that is shut, or none, to the one that is open. */
export function getStepRedirect(path: string, progress: Progress | null): string | null {
  const at = parseStepPath(path)
  if (!progress) return at?.step === 'register' ? null : '/signup/profile/register'
  const open = progress.state === 'changes_requested' ? '/resubmission' : nextOpen(progress)
  if (!at) return open
  // What came back is fixed in its own place, and nothing else with it.
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

/** The first step that is not done; the last where all are. */
function nextOpen(progress: Progress): string {
  const next = progress.steps.find(({ state }) => state !== 'done') ?? progress.steps.at(-1)
  return next?.path ?? '/signup/profile/register'
}

/** Whether a step may be fixed: it was sent back, or it is no longer right. */
export const toFix = (progress: Progress): SignupStep[] => {
  const back = progress.sentBack.map(({ step }) => step)
  const wrong = progress.steps
    .filter(({ step, state }) => state === 'error' && !back.includes(step))
    .map(({ step }) => step)
  return [...new Set([...back, ...wrong])]
}

/** Leads away whoever has nothing to fix. */
export async function loadResubmission(request: Request): Promise<LoadedSignup & { progress: Progress }> {
  const loaded = await loadSignup(request)
  if (!loaded.progress) throw redirect('/signup/profile/register')
  return { ...loaded, progress: loaded.progress }
}
