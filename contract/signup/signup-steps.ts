import { stripEnd } from '#contract/words.ts'

/** The twelve steps of joining, in order, with their fixed names. */
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

/** So many pictures of their work an artist shows before they are sent to be checked. */
export const minWorkPictures = 3

/** The fixed name of a step. */
export const getStepTitle = (step: SignupStep): string => signupSteps.find(([name]) => name === step)?.[1] ?? ''

/** A step's number, from 1. */
export const getStepNumber = (step: SignupStep): number => stepNames.indexOf(step) + 1

const ofCategory: readonly SignupStep[] = [
  'pricing',
  'confirm-travel',
  'set-min-job-size',
  'set-instagram',
  'set-kit',
  'set-bio',
]

/** The exact path of a step; steps 4 to 9 belong to a category, and have none before it is chosen. */
export function getStepPath(step: SignupStep, categoryId: number | null): string | null {
  if (step === 'register' || step === 'set-location') return `/signup/profile/${step}`
  if (step === 'select-services') return '/signup/select-services'
  if (ofCategory.includes(step)) return categoryId === null ? null : `/signup/setup-services/${categoryId}/${step}`
  return `/signup/verification/${step}`
}

/** The step that an address of the site is, with the category in it. */
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

/** Why a step is sent back; each has its sentence for the person. */
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
