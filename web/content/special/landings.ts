import { reader } from '#contract/words.ts'
import type { LandingWords } from '#web/content/landing-edit.ts'
import { specialWords } from './words.ts'

const t = reader(specialWords)

type Name = 'halloween' | 'happy' | 'lessons'

function made(name: Name, questions: readonly string[]): LandingWords {
  const said = (key: string) => t(`${name}.${key}` as keyof typeof specialWords)
  return {
    title: said('meta.title'),
    description: said('meta.description'),
    bannerTitle: said('title'),
    bannerText: said('text'),
    faqs: questions.map((n) => ({ _id: n, question: said(`faq.${n}.q`), answer: said(`faq.${n}.a`) })),
  }
}

/** The words of the special landing pages that an operator may change, as they were made. */
export const specialLandings = {
  '/halloween': made('halloween', ['1', '2', '3']),
  '/happy-place': made('happy', ['1', '2']),
  '/lessons': made('lessons', ['1', '2']),
} as const satisfies Record<string, LandingWords>
