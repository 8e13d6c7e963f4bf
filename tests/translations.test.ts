import { readFileSync } from 'node:fs'
import PO from 'pofile'
import { describe, expect, test } from 'vitest'
import { compile } from '#contract/i18n/compile.ts'
import type { CompiledMessage } from '#contract/i18n/language.ts'
import { extractMessages } from '#scripts/messages/extract.ts'
import { TEMPLATE_CONTEXT, translationFiles } from '#server/platform/translations.ts'

/** Returns the names of all placeholders of a message, sorted. */
function listNames(message: CompiledMessage): string[] {
  if (typeof message === 'string') return []
  const names = message.flatMap((token): string[] => {
    if (!Array.isArray(token)) return []
    const [name, , forms] = token
    const inner = Object.values((forms ?? {}) as Record<string, CompiledMessage | undefined>)
    return [String(name), ...inner.flatMap((form) => (form === undefined ? [] : listNames(form)))]
  })
  return [...new Set(names)].sort()
}

describe.each(Object.entries(translationFiles))('Translations: %s', (_, path) => {
  const { items } = PO.parse(readFileSync(path, 'utf8'))

  test('the file has exactly the messages of the sources: run `npm run messages` after changing one', () => {
    expect(extractMessages(path)).toBe(readFileSync(path, 'utf8'))
  })

  test('every message has a translation', () => {
    expect(items.filter(({ msgstr }) => !msgstr[0]).map(({ msgid }) => msgid)).toEqual([])
  })

  test('a translation has the placeholders of its message', () => {
    const slots = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()
    for (const { msgid, msgctxt, msgstr } of items) {
      const [text = ''] = msgstr
      if (msgctxt === TEMPLATE_CONTEXT) expect(slots(text), msgid).toEqual(slots(msgid))
      else expect(listNames(compile(text)), msgid).toEqual(listNames(compile(msgid)))
    }
  })
})
