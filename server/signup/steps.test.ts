import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getStepPath, type SignupStep, parseStepPath, stepNames } from '#contract/signup/signup-steps.ts'
import { getNextStep, type SignupStanding, type StepProfile, isStepOpen, listSteps } from './signup.ts'

const bio = 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.'
const profileOf = (change: Partial<StepProfile> = {}): StepProfile => ({
  state: 'draft',
  studio: false,
  studioAddress: '',
  services: [
    {
      id: 'makeup',
      label: 'Makeup',
      categoryId: 1,
      typeId: 'makeup',
      status: 'active',
      cost: 46,
      minutes: null,
      usualMinutes: 45,
      depositShare: null,
    },
  ],
  artists: [{ name: 'Nia', services: ['makeup'] }],
  travel: {
    mode: 'mobile',
    radius: 10,
    free: 2,
    perUnit: 1,
    hours: { opens: '05:00', closes: '22:00' },
    early: null,
    bufferMinutes: 30,
    noticeHours: 12,
    horizonDays: 365,
  },
  kit: { shades: [3], undertones: [], brands: [], tools: [], items: [], skills: [], singleUse: false },
  bio,
  photo: { src: '/p', alt: 'Nia' },
  ...change,
})
const whole: SignupStanding = {
  person: { name: 'Nia', mobile: '+447700900123', acceptedTerms: true, provider: true },
  profile: profileOf(),
  categoryId: 1,
  identity: { selfie: true, document: true },
  saved: new Set(stepNames.slice(0, 11)),
  unfixed: new Set(),
}
const stateOf = (standing: SignupStanding, step: SignupStep) =>
  listSteps(standing).find((each) => each.step === step)?.state

test('a new artist has only the first step open', () => {
  const nobody: SignupStanding = {
    person: { name: '', mobile: null, acceptedTerms: false, provider: false },
    profile: null,
    categoryId: null,
    identity: { selfie: false, document: false },
    saved: new Set(),
    unfixed: new Set(),
  }
  expect(listSteps(nobody).map(({ state }) => state)).toEqual([
    'current',
    ...Array.from({ length: 11 }, () => 'disabled'),
  ])
})

test('when all steps but the last are done, the last one opens; submitting completes it', () => {
  expect(listSteps(whole).map(({ state }) => state)).toEqual([...Array.from({ length: 11 }, () => 'done'), 'current'])
  expect(stateOf({ ...whole, profile: profileOf({ state: 'submitted' }) }, 'submit')).toBe('done')
})

test.each<[SignupStep, Partial<SignupStanding>]>([
  ['set-location', { profile: profileOf({ studio: true }) }],
  ['select-services', { profile: profileOf({ services: [], artists: [{ name: 'Nia', services: [] }] }) }],
  ['select-services', { profile: profileOf({ artists: [{ name: 'Nia', services: [] }] }) }],
  [
    'pricing',
    {
      profile: profileOf({
        services: [{ ...(profileOf().services[0] as StepProfile['services'][number]), status: 'unpriced', cost: null }],
      }),
    },
  ],
  [
    'pricing',
    {
      profile: profileOf({
        services: [{ ...(profileOf().services[0] as StepProfile['services'][number]), status: 'off' }],
      }),
    },
  ],
  ['confirm-travel', { profile: profileOf({ travel: { ...profileOf().travel, mode: 'studio' } }) }],
  ['confirm-travel', { profile: profileOf({ travel: { ...profileOf().travel, radius: 0 } }) }],
  ['set-bio', { profile: profileOf({ bio: 'Short.' }) }],
  ['photo', { profile: profileOf({ photo: null }) }],
  ['selfie', { identity: { selfie: true, document: false } }],
  ['set-bio', { unfixed: new Set(['set-bio'] as const) }],
])('the step %s shows an error when its data is removed, and the last step closes', (step, change) => {
  const standing = { ...whole, ...change }
  expect(stateOf(standing, step)).toBe('error')
  expect(stateOf(standing, 'submit')).toBe('disabled')
  expect(isStepOpen(step, standing)).toBe(true)
})

test('for any data at most one step is next, no step is open after an incomplete one, and a closed step was never done', () => {
  const standing = fc.record({
    person: fc.constant(whole.person),
    categoryId: fc.constant(1),
    identity: fc.record({ selfie: fc.boolean(), document: fc.boolean() }),
    profile: fc.option(
      fc
        .record({
          bio: fc.constantFrom(bio, ''),
          photo: fc.constantFrom(null, { src: '/p', alt: '' }),
          studio: fc.boolean(),
        })
        .map(profileOf),
    ),
    saved: fc.subarray([...stepNames]).map((list) => new Set<SignupStep>(list)),
    unfixed: fc.subarray([...stepNames]).map((list) => new Set<SignupStep>(list)),
  })
  fc.assert(
    fc.property(standing, (any) => {
      const steps = listSteps(any)
      const next = steps.findIndex(({ state }) => state === 'current')
      expect(steps.filter(({ state }) => state === 'current').length).toBeLessThanOrEqual(1)
      if (next >= 0) for (const { state } of steps.slice(0, next)) expect(state).toBe('done')
      for (const { step, state } of steps)
        if (state === 'disabled') expect(any.saved.has(step) && step !== 'submit').toBe(false)
      const on = getNextStep(any)
      expect(steps.find(({ state }) => state !== 'done')?.step ?? 'submit').toBe(on)
    }),
  )
})

test('an empty kit is incomplete, and a kit that only says ‘single use’ is complete', () => {
  const { kit } = profileOf()
  const state = (told: Partial<StepProfile['kit']>) =>
    stateOf({ ...whole, profile: profileOf({ kit: { ...kit, shades: [], ...told } }) }, 'set-kit')
  expect([state({}), state({ singleUse: true }), state({ tools: ['Airbrush'] })]).toEqual(['error', 'done', 'done'])
})

test('every step has its exact path, and the path leads back to it', () => {
  expect(stepNames.map((step) => getStepPath(step, 7))).toEqual([
    '/signup/profile/register',
    '/signup/profile/set-location',
    '/signup/select-services',
    '/signup/setup-services/7/pricing',
    '/signup/setup-services/7/confirm-travel',
    '/signup/setup-services/7/set-min-job-size',
    '/signup/setup-services/7/set-instagram',
    '/signup/setup-services/7/set-kit',
    '/signup/setup-services/7/set-bio',
    '/signup/verification/photo',
    '/signup/verification/selfie',
    '/signup/verification/submit',
  ])
  for (const step of stepNames) expect(parseStepPath(getStepPath(step, 7) as string)?.step).toBe(step)
  for (const path of [
    '/signup',
    '/signup/pricing',
    '/signup/setup-services/x/pricing',
    '/signup/setup-services/7/photo',
    '/dashboard',
  ])
    expect(parseStepPath(path)).toBeNull()
})
