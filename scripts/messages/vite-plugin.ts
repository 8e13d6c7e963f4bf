import type { Plugin } from 'vite'
import { compileVariants, getSourceText } from '#contract/i18n/compile.ts'
import type { CompiledMessage } from '#contract/i18n/language.ts'
import type { Message, MessageVariants } from '#contract/i18n/messages.ts'
import { localiseSpelling } from '#contract/i18n/spelling.ts'
import { readMessages } from './read-messages.ts'
import { readTranslations, translationFiles } from '#server/platform/translations.ts'

const FRENCH = 'virtual:messages/fr'

/**
 * Compiles the texts of `defineMessages({ … })`, so that a browser needs no parser of messages, and provides the French
 * translations as a module of their own, which only French pages load.
 */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    resolveId: (id) => (id === FRENCH ? `\0${FRENCH}` : null),
    load(id) {
      if (id !== `\0${FRENCH}`) return null
      this.addWatchFile(translationFiles.fr)
      return `export default ${JSON.stringify(readTranslations(translationFiles.fr).messages)}`
    },
    transform: {
      filter: { code: 'defineMessages(' },
      handler(code, id) {
        const pieces: string[] = []
        let at = 0
        for (const { message, start, end } of readMessages(id.split('?', 1)[0] ?? id, code)) {
          pieces.push(code.slice(at, start), JSON.stringify(serialize(message)))
          at = end
        }
        return at > 0 ? { code: [...pieces, code.slice(at)].join(''), map: null } : null
      },
    },
  }
}

/** Returns the smallest form of a message from which the translator gets the same texts. */
function serialize(message: Message): CompiledMessage | MessageVariants {
  const { en, ...others } = compileVariants(message)
  if (Object.keys(others).length > 0) return { en, ...others }
  if (typeof en !== 'string') return en
  // In the server build a string is compiled again: a fixed text must not change its spelling.
  const isSame = en === getSourceText(message) && localiseSpelling(localiseSpelling(en, 'US'), 'CA') === en
  return isSame ? en : { en }
}
