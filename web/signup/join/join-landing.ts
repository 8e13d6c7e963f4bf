import { reader, say } from '#contract/words.ts'
import type { LandingWords } from '#web/content/landing-edit.ts'
import { sketchPercent } from './earnings.ts'
import { variantOf } from './variants.ts'
import { joinWords } from '#web/signup/words.ts'

const t = reader(joinWords)
const variant = variantOf('/join')
const headline = variant?.headline ?? ''

/** The words of the join page that an operator may change, as they were made; what a measured time fills is made with each visit. */
export const joinLanding: LandingWords = {
  title: t('join.meta.title'),
  description: t('join.meta.description'),
  bannerTitle: typeof headline === 'string' ? headline : headline.kilometres,
  bannerText: variant?.text ?? '',
  faqs: (['1', '2', '3', '5', '6', '7', '8'] as const).map((n) => ({
    _id: n,
    question: t(`join.faq.${n}.q`),
    answer: say(joinWords[`join.faq.${n}.a`], { percent: sketchPercent }),
  })),
}
