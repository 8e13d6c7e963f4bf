import { describe, expect, test } from 'vitest'
import { BUILT, listPatternProblems, explainSuperLinear } from './patterns.ts'

describe('The check of regular expressions', () => {
  test.each([
    ['a data URI with two adjacent repeats of letters', '^data:[a-z]*\\/?[a-z0-9.+-]*;base64,', 'i'],
    ['an email address whose domain can be split at each dot', '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', ''],
    ['nested repeats', '^(?:a+)+$', ''],
    ['trailing white space, searched from every position', '\\s+$', ''],
  ])('the check rejects %s', (_, pattern, flags) => {
    expect(explainSuperLinear(pattern, flags)).not.toBeNull()
  })

  test.each([
    ['bounded repeats', '^[a-z0-9-]{1,40}$', ''],
    ['one repeat', '\\s+', 'g'],
    ['repeats that cannot overlap', '^[a-z]+@[0-9]+$', ''],
  ])('the check accepts %s', (_, pattern, flags) => {
    expect(explainSuperLinear(pattern, flags)).toBeNull()
  })

  test('the check finds patterns in TypeScript literals and constructors', () => {
    const source = [
      'const a: RegExp = /^\\w+$/',
      'const b = text.replace(/ +$/, "") satisfies string',
      "const c = new RegExp('^(?:a+)+$')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
      'const d = RegExp(`^${prefix}`)',
    ].join('\n')
    const problems = listPatternProblems('sample.ts', source)
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(problems[2]?.reason).toBe(BUILT)
  })
})
