import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { countries } from '#contract/words.ts'
import type { CompiledMessage } from './language.ts'
import type { Message, MessageVariants } from './messages.ts'
import { localiseSpelling } from './spelling.ts'

/** Returns a message in ICU MessageFormat in parsed form. Throws if its syntax is wrong. */
export function compile(message: string): CompiledMessage {
  const tokens = compileMessageOrThrow(message)
  // A text without placeholders needs no array.
  return tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens
}

/** Returns the British text of a message, which is the source of translations. */
export const getSourceText = (message: Message): string =>
  typeof message === 'string' ? message : 'fixed' in message ? message.fixed : message.text

/** Compiles a message and those variants of other countries that differ from its British text. */
export function compileVariants(message: Message): MessageVariants {
  const source = getSourceText(message)
  const variants: MessageVariants = { en: compile(source) }
  if (typeof message === 'object' && 'fixed' in message) return variants
  for (const country of countries) {
    if (country === 'GB') continue
    const text = (typeof message === 'object' && message[country]) || localiseSpelling(source, country)
    if (text !== source) variants[country] = compile(text)
  }
  return variants
}
