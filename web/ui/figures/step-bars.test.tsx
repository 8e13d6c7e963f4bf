import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StepBars } from './step-bars.tsx'

const steps = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ key: `${i}`, name: `Step ${i + 1}.`, value: i, said: `${i}` }))
const shown = (n: number) => renderToString(<StepBars label="Steps" steps={steps(n)} atFirst={6} />)

test('of many bars the first six are shown, with a button for all', () => {
  const html = shown(16)
  expect(html).toContain('Step 6.')
  expect(html).not.toContain('Step 7.')
  expect(html).toContain('Show all 16')
})

test('seven bars are shown without a button: it would take the place of the seventh', () => {
  const html = shown(7)
  expect(html).toContain('Step 7.')
  expect(html).not.toContain('<button')
})
