import { stripEnd } from '#contract/words.ts'

export const signupSteps = [
  ['register', 'Your details'],
  ['set-location', 'Location'],
  ['select-services', 'Add a Service'],
  ['pricing', 'Pricing'],
  ['confirm-travel', 'Travel'],
  ['set-min-job-size', 'Minimum job size'],
  ['set-instagram', 'Instagram'],
  ['set-kit', 'Kit'],
  ['set-bio', 'Bio'],
  ['photo', 'Profile photo'],
  ['selfie', 'Verify your identity'],
  ['submit', 'Submit'],
] as const

export type SignupStep = (typeof signupSteps)[number][0]
export const stepNames: readonly SignupStep[] = signupSteps.map(([name]) => name)

export const minWorkPictures = 3

export const getStepTitle = (step: SignupStep): string => signupSteps.find(([name]) => name === step)?.[1] ?? ''

export const getStepNumber = (step: SignupStep): number => stepNames.indexOf(step) + 1

const ofCategory: readonly SignupStep[] = [
  'pricing',
  'confirm-travel',
  'set-min-job-size',
  'set-instagram',
  'set-kit',
  'set-bio',
]

/** Returns the path of a step. Steps 4 to 9 need a category and return null without one. */
export function getStepPath(step: SignupStep, categoryId: number | null): string | null {
  if (step === 'register' || step === 'set-location') return `/signup/profile/${step}`
  if (step === 'select-services') return '/signup/select-services'
  if (ofCategory.includes(step)) return categoryId === null ? null : `/signup/setup-services/${categoryId}/${step}`
  return `/signup/verification/${step}`
}

/** Returns the step and category of a path, or null if the path is not a step. */
export function parseStepPath(path: string): { step: SignupStep; categoryId: number | null } | null {
  const plain = stripEnd(path, /\//)
  const setup = /^\/signup\/setup-services\/(\d{1,9})\/([a-z-]+)$/.exec(plain)
  if (setup) {
    const step = ofCategory.find((name) => name === setup[2])
    return step ? { step, categoryId: Number(setup[1]) } : null
  }
  const step = stepNames.find((name) => !ofCategory.includes(name) && getStepPath(name, null) === plain)
  return step ? { step, categoryId: null } : null
}

/** Returns whether nothing is left to do for a step. The photo step also asks for pictures of work, until submission. */
export const isStepComplete = (step: SignupStep, state: string, pictures: number): boolean =>
  state === 'done' && (step !== 'photo' || pictures >= minWorkPictures)

export const sendBackReasons = [
  'photo',
  'selfie',
  'document',
  'expired',
  'match',
  'bio',
  'prices',
  'pictures',
  'other',
] as const
export type SendBackReason = (typeof sendBackReasons)[number]
