import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { assistants, bioLengths, kitTold, latestClose } from '#contract/providers/profile-rules.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { StepState } from '#contract/signup/signup.ts'
import { pathOf, type SignupStep, stepNames } from '#contract/signup/signup-steps.ts'

/** All that decides how the steps stand. */
export type Standing = {
  person: { name: string; mobile: string | null; acceptedTerms: boolean; provider: boolean }
  profile: OwnProfile | null
  categoryId: number | null
  identity: { selfie: boolean; document: boolean }
  /** The steps that have been gone through. */
  saved: ReadonlySet<SignupStep>
  /** Steps that were sent back and have not been saved since. */
  unfixed: ReadonlySet<SignupStep>
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function pricingRight({ profile, categoryId }: Standing): boolean {
  const ofCategory = (profile?.services ?? []).filter((service) => service.categoryId === categoryId)
  return (
    ofCategory.some((service) => service.status === 'active') &&
    ofCategory.every((service) => service.status === 'off' || (service.cost !== null && service.cost > 0))
  )
}

function travelRight({ profile }: Standing): boolean {
  if (!profile) return false
  const { mode, radius, hours } = profile.travel
  const closes = minutes(hours.closes) <= minutes(hours.opens) ? minutes(hours.closes) + 1440 : minutes(hours.closes)
  return (
    (mode === 'mobile' || profile.studioAddress !== '') && (mode === 'studio' || radius > 0) && closes <= latestClose
  )
}

/** What each step asks of the data; whether it has been gone through is another matter. */
const right: Record<SignupStep, (standing: Standing) => boolean> = {
  register: ({ person }) => person.provider && person.acceptedTerms && person.name !== '' && person.mobile !== null,
  'set-location': ({ profile }) => profile !== null && (!profile.studio || profile.studioAddress !== ''),
  'select-services': ({ profile, categoryId }) =>
    Boolean(profile?.services.some((service) => service.categoryId === categoryId)) && teamRight(profile),
  pricing: pricingRight,
  'confirm-travel': travelRight,
  'set-min-job-size': ({ profile }) => profile !== null,
  'set-instagram': ({ profile }) => profile !== null,
  'set-kit': ({ profile }) => profile !== null && kitTold(profile.kit),
  'set-bio': ({ profile }) =>
    profile !== null &&
    profile.bio.length >= bioLengths.least &&
    profile.bio.length <= bioLengths.most &&
    !holdsContact(profile.bio),
  photo: ({ profile }) => profile?.photo != null,
  selfie: ({ identity }) => identity.selfie && identity.document,
  submit: ({ profile }) => profile !== null && profile.state !== 'draft' && profile.state !== 'changes_requested',
}

function teamRight(profile: OwnProfile | null): boolean {
  if (!profile || profile.artists.length < 1 || profile.artists.length > 1 + assistants) return false
  return profile.services.every((service) => profile.artists.some((artist) => artist.services.includes(service.id)))
}

/** Whether the data of a step is right as it stands now. */
export const stepRight = (step: SignupStep, standing: Standing): boolean => right[step](standing)

/** How each of the twelve steps stands: the first that is not done is open, what follows is shut unless it was gone through before. */
export function stepsOf(standing: Standing): { step: SignupStep; path: string | null; state: StepState }[] {
  let open = true
  return stepNames.map((step) => {
    const through = step === 'submit' ? right.submit(standing) : standing.saved.has(step)
    const done = through && stepRight(step, standing) && !standing.unfixed.has(step)
    const state: StepState = done ? 'done' : through ? 'error' : open ? 'current' : 'disabled'
    if (!done) open = false
    return { step, path: pathOf(step, standing.categoryId), state }
  })
}

/** Whether a step may be worked on: it is next, or has been gone through before. */
export const stepOpen = (step: SignupStep, standing: Standing): boolean =>
  stepsOf(standing).find((each) => each.step === step)?.state !== 'disabled'

/** Where somebody carries on: the first step that is not done, else the last. */
export const nextStep = (standing: Standing): SignupStep =>
  stepsOf(standing).find((each) => each.state !== 'done')?.step ?? 'submit'
