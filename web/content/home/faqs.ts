import type { FAQPage, WithContext } from 'schema-dts'
import type { DefaultFaq } from '#contract/content/page-edit.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { homeMessages } from './messages.ts'

const numbers = ['1', '2', '3', '4', '5', '6', '7', '8'] as const

export function getHomeFaqs(country: Country): DefaultFaq[] {
  const t = createTranslator(homeMessages, country)
  return numbers.map((n) => ({ _id: n, question: t(`home.faq.${n}.q`), answer: t(`home.faq.${n}.a`) }))
}

export const buildFaqSchema = (faqs: readonly { question: string; answer: string }[]): WithContext<FAQPage> => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
