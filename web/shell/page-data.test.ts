import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenBack, readData, takeData } from './page-data.ts'

const readAgain = (text: string) => {
  const [, all, inside] =
    /^<script type="application\/json" id="page-data"( data-all="")?>([^<]*)<\/script>$/.exec(text) ?? []
  const script = { textContent: inside, dataset: all ? { all: '' } : {} } as unknown as HTMLElement
  return readData({ getElementById: () => (text ? script : null) })
}

// Objects with these keys are left to the router.
const withoutSpecialKeys = (key: string, value: unknown) =>
  key === '__proto__' || key === 'toJSON' ? undefined : value

test('what a loader answered is at the browser as it was, whatever somebody has written into it', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value), withoutSpecialKeys)),
      fc.string({ unit: 'binary' }),
      (value, text) => {
        const data = { value, text: `</script><!--${text}` }
        const marks = { root: takeData(data) }
        const { loaderData, text: said } = givenBack({ loaderData: marks })
        expect(loaderData).toEqual({ root: data })
        expect(readAgain(said)).toEqual({ loaderData: JSON.parse(JSON.stringify({ root: data })), isAll: true })
      },
    ),
  )
})

test.each([
  ['a date', { at: new Date(0) }],
  ['what is not there in a list', { all: [1, undefined] }],
  ['no number', { n: Number.NaN }],
  ['a number below nothing', { n: -0 }],
  ['what comes later', { later: Promise.resolve(1) }],
  ['a map', { by: new Map() }],
  ['a whole number without an end', { n: 1n }],
  ['what says itself how it is written', { toJSON: 'x' }],
  ['nothing', null],
  ['a text', 'x'],
])('%s is left to the router', (_, data) => {
  expect(takeData(data)).toBe(data)
})

test('what is left to the router stays beside what is not', () => {
  const late = { at: new Date(0) }
  const marks = { root: takeData({ a: 1 }), page: takeData(late) }
  const { loaderData, text } = givenBack({ loaderData: marks })
  expect(loaderData).toEqual({ root: { a: 1 }, page: late })
  expect(readAgain(text)).toEqual({ loaderData: { root: { a: 1 } }, isAll: false })
})

test.each([
  ['an action has answered', { actionData: { form: {} } }],
  ['something failed', { errors: { root: new Error() } }],
])('where %s the router has more to read', (_, more) => {
  const { text } = givenBack({ loaderData: { root: takeData({ a: 1 }) }, ...more })
  expect(readAgain(text).isAll).toBe(false)
})
