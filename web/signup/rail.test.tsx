import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Progress } from '#contract/signup/signup.ts'
import { getStepPath, signupSteps } from '#contract/signup/signup-steps.ts'
import { StepRail } from './rail.tsx'

function render(pictures: number): string {
  const steps = signupSteps.map(([step]) => ({ step, path: getStepPath(step, 1), state: 'done' }))
  const progress = { steps, profile: { pictures } } as unknown as Progress
  const Stub = createRoutesStub([
    { path: '/', Component: () => <StepRail progress={progress} here="submit" country="GB" /> },
  ])
  return renderToString(<Stub />)
}

test('the photo step is ticked only once there are three pictures of work, and stays a link', () => {
  expect(render(3)).toContain('Profile photo, done')
  const html = render(2)
  expect(html).not.toContain('Profile photo, done')
  expect(html).toContain('/signup/verification/photo')
  expect(html).toContain('Bio, done')
})
