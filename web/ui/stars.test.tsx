import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Rating } from './stars.tsx'

test.each([
  [4.9, '4.9'],
  [4.899_999, '4.9'],
  [4.973, '4.97'],
  [5, '5'],
])('a score of %f is shown and announced as %s', (rating, said) => {
  const html = renderToString(<Rating rating={rating} reviews={1200} />).replaceAll('<!-- -->', '')
  expect(html).toContain(`aria-hidden="true">${said} <`)
  expect(html).toContain(`>${said} out of 5`)
})
