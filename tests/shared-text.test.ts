import { expect, test } from 'vitest'
import { findSharedTexts, listWordRuns, readMainText } from './shared-text.ts'

test('the text of a page is the visible text of its main element', () => {
  expect(
    readMainText(
      '<body><nav>Menu</nav><main><h1>Soho</h1><script>no()</script><p>Three <b>artists</b></p><svg><title>x</title></svg></main><footer>End</footer></body>',
    ),
  ).toBe('Soho Three artists')
})

test('two texts share the runs of five words that both contain, measured by the shorter one', () => {
  expect([...listWordRuns('One, two three four; FIVE six')]).toEqual([
    'one two three four five',
    'two three four five six',
  ])
  const texts = new Map([
    ['/a', 'one two three four five six seven eight nine ten'],
    ['/b', 'one two three four five six'],
    ['/c', 'quite another text about something else altogether'],
  ])
  expect(findSharedTexts(texts, 60)).toEqual([{ a: '/a', b: '/b', percent: 100 }])
  expect(findSharedTexts(texts, 100)).toEqual([])
})
