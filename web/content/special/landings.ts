import { createTranslator } from '#contract/i18n/messages.ts'
import type { LandingTexts } from '#web/content/landing-edit.ts'
import { specialMessages } from './messages.ts'

const t = createTranslator(specialMessages)

type Name = 'halloween' | 'happy' | 'lessons'

function buildLanding(name: Name, questions: readonly string[]): LandingTexts {
  const said = (key: string) => t(`${name}.${key}` as keyof typeof specialMessages)
  return {
    title: said('meta.title'),
    description: said('meta.description'),
    bannerTitle: said('title'),
    bannerText: said('text'),
    faqs: questions.map((n) => ({ _id: n, question: said(`faq.${n}.q`), answer: said(`faq.${n}.a`) })),
  }
}

/** Default editable texts of the special landing pages. */
export const specialLandings = {
  '/halloween': buildLanding('halloween', ['1', '2', '3']),
  '/happy-place': buildLanding('happy', ['1', '2']),
  '/lessons': buildLanding('lessons', ['1', '2']),
} as const satisfies Record<string, LandingTexts>
