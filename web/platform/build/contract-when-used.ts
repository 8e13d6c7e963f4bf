import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number }
type Declared = Node & { declaration?: Node | null; declarations?: (Node & { init: Node | null })[] }

const contract = /[\\/]contract[\\/].+\.ts$/

/**
 * Marks what a file of the contract declares as made for its own sake alone, so that a page which takes one name from it leaves the
 * rest out. A bundler has to believe that each call of a schema does something: for one function the schemas of four domains came
 * along, and stood built before the page did anything.
 */
export function contractWhenUsed(): Plugin {
  return {
    name: 'primp:contract-when-used',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    transform: {
      filter: { id: contract },
      handler(code) {
        return { code: whenUsed(code, (this.parse(code) as unknown as { body: Declared[] }).body), map: null }
      },
    },
  }
}

/** The code with every value that a call makes in a function that may be left out. */
export function whenUsed(code: string, body: readonly Declared[]): string {
  const made = body
    .flatMap((statement) => [statement, (statement.declaration ?? null) as Declared | null])
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? (statement.declarations ?? []) : []))
    .flatMap(({ init }) =>
      init && /[(`]|\bnew\b/.test(code.slice(init.start, init.end)) && !isFunction(init) ? [init] : [],
    )
  return made
    .toReversed()
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    )
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
