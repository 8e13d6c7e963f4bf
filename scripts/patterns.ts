import { Linter } from 'eslint'
import * as regexp from 'eslint-plugin-regexp'
import { parseSync, Visitor } from 'oxc-parser'

/** A regular expression that can take super-linear time, or that cannot be analysed. */
export type PatternProblem = { line: number; pattern: string; reason: string }

const linter = new Linter()
// `potential` also rejects a pattern that is only slow where the text does not match. A move is quadratic only on
// text that ends in a mismatch, so for it `certain` reports patterns such as /\s+$/ and leaves /\s+/g alone.
const config: Linter.Config = {
  languageOptions: { ecmaVersion: 2025 },
  plugins: { regexp: regexp.default },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'certain' }],
  },
}

/** Returns why a pattern is super-linear, or null if it takes linear time. */
export function explainSuperLinear(pattern: string, flags: string): string | null {
  const literal = `/${pattern}/${flags}`
  const [found] = linter.verify(`export const pattern = ${literal}`, config)
  return found ? found.message : null
}

/**
 * Returns every super-linear regular expression of a TypeScript file. A `RegExp` that is built from anything but a
 * constant string cannot be analysed and is a problem of its own.
 */
export function listPatternProblems(file: string, source: string): PatternProblem[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const problems: PatternProblem[] = []
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const check = (start: number, pattern: string, flags: string) => {
    const reason = explainSuperLinear(pattern, flags)
    if (reason) problems.push({ line: lineAt(start), pattern: `/${pattern}/${flags}`, reason })
  }
  const construct = (node: { start: number; end: number; callee: object; arguments: readonly object[] }) => {
    if (!('name' in node.callee) || node.callee.name !== 'RegExp') return
    const [pattern, flags] = node.arguments.map((argument) =>
      'value' in argument && typeof argument.value === 'string' ? argument.value : null,
    )
    if (typeof pattern === 'string' && flags !== null) return check(node.start, pattern, flags ?? '')
    problems.push({ line: lineAt(node.start), pattern: source.slice(node.start, node.end), reason: BUILT })
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) check(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(program)
  return problems
}

/** The reason reported for a pattern that is built at run time. */
export const BUILT = 'This pattern is built at run time and cannot be analysed.'
