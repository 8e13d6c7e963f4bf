import { type ESTree, parseSync, Visitor } from 'vite'
import type { Message } from '#contract/i18n/messages.ts'

/** A message as a source file states it, with the place of its text in the file. */
export type SourceMessage = { catalogue: string; key: string; message: Message; start: number; end: number }

/**
 * Returns the messages that a source file declares with `defineMessages({ … })`, in order. Spread catalogues and single
 * messages of other catalogues are left out: the file that declares them has them.
 */
export function readMessages(file: string, code: string): SourceMessage[] {
  const found: SourceMessage[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      const [argument] = init?.type === 'CallExpression' && isDefinition(init) ? init.arguments : []
      if (argument?.type !== 'ObjectExpression') return
      for (const property of argument.properties) {
        if (property.type !== 'Property') continue
        const message = readMessage(property.value)
        if (message === null) continue
        const { start, end } = property.value
        found.push({ catalogue: nameOf(id), key: nameOf(property.key), message, start, end })
      }
    },
  }).visit(parseSync(file, code).program)
  return found
}

const isDefinition = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'Identifier' && callee.name === 'defineMessages'

const nameOf = (node: ESTree.Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : ''

/** Returns the message that an expression states literally; null for any other expression. */
function readMessage(node: ESTree.Node): Message | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'ObjectExpression') return null
  const parts = node.properties.map((one) =>
    one.type === 'Property' && one.value.type === 'Literal' ? [nameOf(one.key), one.value.value] : null,
  )
  return parts.every((part) => part !== null) ? (Object.fromEntries(parts) as Message) : null
}
