import { type I18n, setupI18n } from '@lingui/core'
import type { CompiledMessage as CompiledTokens } from '@lingui/message-utils/compileMessage'
import { compileVariants } from '#compile-messages'
import { formatDigits } from '#contract/money.ts'
import { type Country, defaultCountry } from '#contract/words.ts'
import { type CompiledMessage, getLanguage, getLocale, getTranslation, type Language } from './language.ts'

/**
 * A text of a message catalogue in ICU MessageFormat, in British English: `{name}` is a placeholder,
 * `{n, plural, one {1 artist} other {{n} artists}}` a plural. `fixed` keeps its spelling in every country. `US`, `CA`
 * and `AU` replace a text where another word is used, not only another spelling.
 */
export type Message = string | { fixed: string } | { text: string; US?: string; CA?: string; AU?: string }

/** A compiled message with the variants that differ from its British text. */
export type MessageVariants = {
  en: CompiledMessage
  US?: CompiledMessage
  CA?: CompiledMessage
  AU?: CompiledMessage
}

declare const defined: unique symbol
/** A message of a catalogue. It has no readable type, because the build replaces its text: use a translator. */
export type DefinedMessage = { readonly [defined]: true }

export type Messages = Readonly<Record<string, DefinedMessage>>

/** Values of placeholders. `null`, `undefined` and blank texts count as missing: `{x, select, undefined {} other {…}}`. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

/** Declares a catalogue. The build replaces its texts with compiled ones, so that browsers need no parser. */
export const defineMessages = <const M extends Readonly<Record<string, Message | DefinedMessage>>>(messages: M) =>
  messages as { readonly [K in keyof M]: DefinedMessage }

/**
 * Returns a function that gives the text of a message in the current language and in the country's spelling. Numbers
 * get thousands separators.
 */
export function createTranslator<M extends Messages>(messages: M, country: Country = defaultCountry) {
  let opened: Opened | undefined
  return (key: keyof M & string, values: Values = {}): string => {
    const language = getLanguage()
    if (opened?.language !== language) opened = openCatalogue(messages, country, language)
    const { i18n, texts } = opened
    const text = texts.get(key)
    if (text !== undefined) return text
    if (i18n.messages[key] === undefined) {
      const message = messages[key]
      if (message === undefined) throw new Error(`No message has the key '${key}'.`)
      const chosen = chooseVariant(message, country)
      // Most messages have no placeholder and need no formatting.
      if (typeof chosen === 'string') {
        texts.set(key, chosen)
        return chosen
      }
      i18n.load(i18n.locale, { [key]: chosen as CompiledTokens })
    }
    return formatWith(i18n, key, values)
  }
}

/** Returns the text of a single message, like a translator of a catalogue. */
export const formatMessage = (
  message: Message | DefinedMessage,
  values: Values = {},
  country: Country = defaultCountry,
): string => createTranslator(catalogueOf(message), country)('message', values)

const objects = new WeakMap<object, Messages>()
const strings = new Map<string, Messages>()
function catalogueOf(message: Message | DefinedMessage): Messages {
  const known = typeof message === 'string' ? strings.get(message) : objects.get(message)
  if (known) return known
  const single = defineMessages({ message })
  if (typeof message === 'string') strings.set(message, single)
  else objects.set(message, single)
  return single
}

/** The messages of a catalogue in one language and spelling, read so far: texts, and those with placeholders. */
type Opened = { language: Language; i18n: I18n; texts: Map<string, string> }

const catalogues = new WeakMap<Messages, Map<string, Opened>>()

function openCatalogue(messages: Messages, country: Country, language: Language): Opened {
  const all = catalogues.get(messages) ?? new Map<string, Opened>()
  catalogues.set(messages, all)
  const key = `${language} ${country}`
  const known = all.get(key)
  if (known) return known
  const locale = getLocale(country, language)
  const opened = { language, i18n: setupI18n({ locale, messages: { [locale]: {} } }), texts: new Map<string, string>() }
  all.set(key, opened)
  return opened
}

function chooseVariant(message: Message | DefinedMessage, country: Country): CompiledMessage {
  const variants = isCompiled(message) ? toVariants(message) : compileVariants(message as Message)
  const english = (country === 'GB' ? undefined : variants[country]) ?? variants.en
  return getTranslation(getLanguage())?.(variants.en, english) ?? english
}

const isCompiled = (message: unknown): message is MessageVariants | readonly unknown[] =>
  typeof message === 'object' && message !== null && (Array.isArray(message) || 'en' in message)

const toVariants = (compiled: MessageVariants | readonly unknown[]): MessageVariants =>
  'en' in compiled ? compiled : { en: compiled }

const hasValue = (value: Values[string]): boolean => value !== undefined && value !== null && /\S/.test(`${value}`)

function formatWith(i18n: I18n, key: string, values: Values): string {
  const shown: Record<string, unknown> = {}
  let isComplete = true
  for (const [name, value] of Object.entries(values)) {
    if (hasValue(value)) shown[name] = typeof value === 'number' ? new ShownNumber(value) : value
    else isComplete = false
  }
  let text = i18n._(key, shown)
  // The space beside a part that is left out.
  if (!isComplete) text = text.trim()
  // A value that ends its own sentence, such as 'Leila Inc.', gets no second full stop.
  for (const value of Object.values(values))
    if (typeof value === 'string' && /[.!?…]$/.test(value)) text = text.replaceAll(`${value}.`, value)
  return text
}

/** A number that selects a plural form by its value and is shown with thousands separators. */
class ShownNumber {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
  [Symbol.toPrimitive](hint: string): number | string {
    return hint === 'number' ? this.value : formatDigits(this.value, 0, 3)
  }
}
